// Tokens of the language. It never fails: characters that belong to nothing become BAD tokens, which src/parser reports.
// What depends on context (line ends inside brackets, `_` at the end of a line, lambda parentheses) is decided by
// src/parser/arrange_tokens.cpp, so that the parser grammar needs one token of lookahead nearly everywhere.
lexer grammar QcLexer;

tokens { LAMBDA_LPAREN, LAMBDA_NAME, ARM_ARROW, TYPE, CLASS, MUTABLE }

IF : 'if'; ELSEIF : 'elseif'; ELSE : 'else'; WHILE : 'while'; FOR : 'for'; REPEAT : 'repeat'; UNTIL : 'until';
MATCH : 'match'; WITH : 'with'; TRY : 'try'; CATCH : 'catch'; BREAK : 'break'; CONTINUE : 'continue'; RETURN : 'return';
IMPORT : 'import'; PRINT : 'print'; FUNCTION : 'function';
END : 'end' | 'endif' | 'endfor' | 'endwhile' | 'endfunction' | 'endmatch' | 'endtry' | 'endtype';
DEVICE : '__device__'; KERNEL : '__kernel__'; HOST : '__host__';

PRAGMA : '#pragma' ~[\r\n%]*;
ATTRIBUTE : '{!' ~[{}\r\n]* '}';

// Digits before `..`, `...` and an elementwise operator: two tokens, split by arrange_tokens (2.*x is 2 .* x).
INT_AND_OPERATOR : [0-9]+ ('..' | '...' | '.*' | './' | '.^');
INT : [0-9]+;
RADIX_INT : [0-9] [0-9a-fA-F]* 'h' | [0-9]+ [bo];
FLOAT : [0-9]+ '.' [0-9]* EXPONENT? | '.' [0-9]+ EXPONENT? | [0-9]+ EXPONENT;
IMAGINARY : ([0-9]+ | [0-9]+ '.' [0-9]* EXPONENT? | '.' [0-9]+ EXPONENT? | [0-9]+ EXPONENT) [ij];
fragment EXPONENT : [eE] [+-]? [0-9]+;

// The second form is that of "C:\data\": where no other quote follows on the line, the last one closes the string.
STRING : '"' (~["\\\r\n] | '\\' ~[\r\n])* '"' | '"' ~["\r\n]* '"';
OPEN_STRING : '"' ~["\r\n]*;

UNDERSCORE : '_';
NAME : [a-zA-Z_$] [a-zA-Z0-9_$]*;

ARROW : '->'; COLON_ASSIGN : ':='; UNKNOWN : '??';
ADD_ASSIGN : '+='; SUB_ASSIGN : '-='; MUL_ASSIGN : '*='; DIV_ASSIGN : '/='; POW_ASSIGN : '^=';
ELEM_MUL_ASSIGN : '.*='; ELEM_DIV_ASSIGN : './='; ELEM_POW_ASSIGN : '.^=';
AND_ASSIGN : '&='; OR_ASSIGN : '|='; XOR_ASSIGN : '~='; MAX_ASSIGN : '^^='; MIN_ASSIGN : '__=';
OROR : '||'; ANDAND : '&&'; EQ : '=='; NE : '!='; LE : '<='; GE : '>='; LT : '<'; GT : '>';
ELLIPSIS : '...'; DOTDOT : '..'; ELEM_MUL : '.*'; ELEM_DIV : './'; ELEM_POW : '.^';
PLUS : '+'; MINUS : '-'; STAR : '*'; SLASH : '/'; BACKSLASH : '\\'; CARET : '^'; NOT : '!';
ASSIGN : '='; QUESTION : '?'; COLON : ':'; COMMA : ','; DOT : '.'; SEMI : ';'; BAR : '|'; APOS : '\'' | '\u00B4'; BACKQUOTE : '`';
LPAREN : '('; RPAREN : ')'; LBRACK : '['; RBRACK : ']'; LBRACE : '{'; RBRACE : '}';

REGION : '#' ('region' | 'endregion') ~[\r\n]* -> skip;  // how an editor folds the text
COMMENT : '%' ~[\r\n]* -> skip;
BLANK : [ \t\f\u000B]+ -> skip;
NEWLINE : '\r\n' | '\n' | '\r';
BAD : . ;
