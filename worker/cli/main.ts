import { allowSlowNetworks } from '../../api';
import { runProgram } from './program';
import { EXIT, processTerminal } from './terminal';

allowSlowNetworks();

// What is printed is the result: a script that got half of it must not read that all is well.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	// The reader has gone, such as `head` after its last line: it has what it wanted.
	if (error.code === 'EPIPE') return;
	console.error(`The result could not be written: ${error.message}.`);
	process.on('exit', () => {
		process.exitCode ||= EXIT.failed;
	});
});

void runProgram(process.argv, processTerminal()).then((code) => {
	process.exitCode = code;
});
