autocmd BufNewFile,BufRead *.q setfiletype qc
