// The syntax. Chains of operators are flat here; precedence is applied by src/parser/fold_operators.cpp, so that a long
// sum recurses neither here nor there.
parser grammar QcParser;
options { tokenVocab = QcLexer; }

@parser::postinclude {
#include <functional>
}

@parser::members {
// Called after each statement: reports one that is not separated from the next.
std::function<void()> after_statement = [] {};
}

program : block EOF;

// A comma separates statements as well: a = 1, b = 2
block : (statement { after_statement(); })? ((NEWLINE | SEMI | COMMA) (statement { after_statement(); })?)*;

statement
  : ifStatement | whileStatement | repeatStatement | forStatement | matchStatement | tryStatement
  | functionDefinition | typeDefinition | jump | importStatement | printStatement | pragma | simpleStatement
  ;

// Also where a statement follows on the line of the header, as in `if (x) y = 1 end`: arrange_tokens puts a line end there.
headerEnd : NEWLINE | SEMI;

ifStatement : IF expression headerEnd block elseifArm* elseArm? END;
elseifArm : ELSEIF expression headerEnd block;
elseArm : ELSE block;
whileStatement : WHILE expression headerEnd block END;
repeatStatement : REPEAT block UNTIL expression;
forStatement : FOR (NAME | LBRACK NAME (COMMA NAME)* RBRACK) ASSIGN expression headerEnd block END;
matchStatement : MATCH expression WITH (NEWLINE | SEMI)* matchArm* END;
matchArm : BAR (UNDERSCORE | pattern ((BAR | COMMA) pattern)*) ARM_ARROW block;
pattern : LPAREN expression (COMMA expression)+ RPAREN | expression;  // (1, 2): one of these
tryStatement : TRY block CATCH NAME? block END;
jump : BREAK | CONTINUE | RETURN;
importStatement : IMPORT STRING;
printStatement : PRINT (LPAREN expression (COMMA expression)+ RPAREN | (expression (COMMA expression)*)?);
pragma : PRAGMA | ATTRIBUTE;

functionDefinition : FUNCTION (outputs ASSIGN)? qualifier* NAME generics? LPAREN parameters? RPAREN block END;
outputs : LBRACK parameters? RBRACK | output;
output : NAME (COLON type)?;
generics : LBRACK generic (COMMA generic)* RBRACK;
generic : NAME (COLON NAME)?;  // a type; N : int is a size
parameters : parameter (COMMA parameter)*;
parameter : ELLIPSIS? NAME (COLON type)? ((ASSIGN | COLON_ASSIGN) expression)?;
qualifier : DEVICE | KERNEL | HOST;

typeDefinition : TYPE NAME generics? COLON (MUTABLE? CLASS (classField | NEWLINE | SEMI)* END | type);
classField : NAME (COLON type)? ((ASSIGN | COLON_ASSIGN) expression)?;  // what it holds where nothing is given

// a = b = 1 gives both the value.
simpleStatement : expression (COLON type (ASSIGN expression)? | assignOperator expression (ASSIGN expression)*)?;
assignOperator
  : ASSIGN | ADD_ASSIGN | SUB_ASSIGN | MUL_ASSIGN | DIV_ASSIGN | POW_ASSIGN | ELEM_MUL_ASSIGN | ELEM_DIV_ASSIGN
  | ELEM_POW_ASSIGN | AND_ASSIGN | OR_ASSIGN | XOR_ASSIGN | MAX_ASSIGN | MIN_ASSIGN
  ;

type : CARET? (NAME | LAMBDA_NAME | UNKNOWN | functionType | typeClass) typeSuffix* modifier* | modifier+;
typeClass : LBRACK type (BAR type)+ RBRACK;  // [scalar|mat]: one of these
modifier : APOS NAME (LPAREN INT RPAREN)?;  // 'hwtex_nearest(3): how many numbers an element of the texture has
typeSuffix
  : LBRACK type (COMMA type)* RBRACK
  | LPAREN typeExtent (COMMA typeExtent)* RPAREN
  | LBRACE (INT | COLON) RBRACE
  ;
typeExtent : COLON | expression;
functionType : LBRACK qualifier* functionTypeInputs ARROW functionTypeOutputs RBRACK;
functionTypeInputs : LAMBDA_LPAREN (type (COMMA type)*)? RPAREN | type;
functionTypeOutputs : LPAREN (type (COMMA type)*)? RPAREN | type;

expression : lambda | chain (QUESTION expression COLON (lambda | chain))*;
lambda : qualifier* (LAMBDA_NAME | LAMBDA_LPAREN parameters? RPAREN) ARROW (lambdaPrint | expression (assignOperator expression)? | lambdaBlock);
lambdaPrint : PRINT (LPAREN expression (COMMA expression)* RPAREN | expression);
// (a = 1; b = 2): the body of a lambda that does several things, or one assignment in parentheses.
lambdaBlock : LPAREN (lambdaStatement? SEMI)* lambdaStatement? RPAREN;
lambdaStatement : lambdaPrint | simpleStatement;
chain : operand (binaryOperator operand)*;
binaryOperator
  : OROR | ANDAND | EQ | NE | LT | LE | GT | GE | DOTDOT | PLUS | MINUS | STAR | SLASH | BACKSLASH | ELEM_MUL | ELEM_DIV | CARET | ELEM_POW
  ;
operand : (MINUS | PLUS | NOT)* primary suffix*;
primary
  : NAME | INT | FLOAT | RADIX_INT | IMAGINARY | STRING
  | LPAREN typedExpression RPAREN
  | LBRACK (typedExpression ((COMMA | SEMI) typedExpression)* SEMI?)? RBRACK  // [a, b; c, d]: blocks
  | BACKQUOTE (expression (COMMA expression)*)? APOS
  | LBRACE (expression (COMMA expression)*)? RBRACE  // a cell as well
  | UNKNOWN
  ;
suffix
  : LPAREN (argument (COMMA argument)*)? SEMI* RPAREN
  | LBRACK indexItem (COMMA indexItem)* RBRACK
  | LBRACE (INT | COLON) RBRACE
  | DOT NAME
  ;
typedExpression : expression (COLON type)?;
argument : NAME (COLON_ASSIGN | ASSIGN) expression | ELLIPSIS expression | typedExpression;
indexItem : COLON | CARET? expression;  // vec[^node](4)
