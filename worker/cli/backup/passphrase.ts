import { readTextFile } from '../../problems/text-file';
import { CommandError, EXIT } from '../terminal';

const SHORTEST = 16;

/** The first line of a file. @throws CommandError if there is no file, or its line is too short to withstand guesses */
export function readPassphrase(file: string | undefined): string {
	if (file === undefined)
		throw new CommandError(
			'The configuration has secrets. Encrypt it with --passphrase-file <file>, or leave it out with --no-configuration.',
			EXIT.badUsage,
		);
	const [line = ''] = read(file).split(/\r?\n/, 1);
	if (line.length < SHORTEST)
		throw new CommandError(
			`The first line of ${file} must have at least ${SHORTEST} characters. Create one with: openssl rand -base64 24`,
			EXIT.badUsage,
		);
	return line;
}

function read(file: string): string {
	try {
		return readTextFile(file);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandError(`The file with the passphrase cannot be read: ${reason}`, EXIT.badUsage);
	}
}
