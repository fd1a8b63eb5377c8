# cmake -DFOLDER=... -P: rewrites generated code of ANTLR 4.9 so that the tables of a parser are made when the first one
# is, not when a process starts, and are not checked again each time. Later versions do so themselves.
foreach(part QcLexer QcParser)
  file(READ ${FOLDER}/${part}.h header)
  file(READ ${FOLDER}/${part}.cpp source)
  string(REPLACE "  static Initializer _init;\n" "" header "${header}")
  string(REPLACE "${part}::Initializer ${part}::_init;\n" "" source "${source}")
  string(REPLACE "  _interpreter = new" "  static Initializer tables;\n  _interpreter = new" source "${source}")
  string(REPLACE "  atn::ATNDeserializer deserializer;\n"
         "  atn::ATNDeserializationOptions unchecked;\n  unchecked.setVerifyATN(false);\n  atn::ATNDeserializer deserializer(unchecked);\n"
         source "${source}")
  file(WRITE ${FOLDER}/${part}.h "${header}")
  file(WRITE ${FOLDER}/${part}.cpp "${source}")
endforeach()
