#include "process.h"

int main(int argc, char** argv) { return qc::tool::run_process(argc, argv); }
