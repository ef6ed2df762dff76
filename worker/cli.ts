import { runProgram } from './cli/program';
import { processTerminal } from './cli/terminal';

void runProgram(process.argv, processTerminal()).then((code) => {
	process.exitCode = code;
});
