import { runProgram } from './program';
import { processTerminal } from './terminal';

void runProgram(process.argv, processTerminal()).then((code) => {
	process.exitCode = code;
});
