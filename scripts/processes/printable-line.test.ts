import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visibleText } from '../../api';
import { printableLine } from './printable-line.mjs';
import { runCommand } from './run-command.mjs';

/** As a flow, an agent or a visitor may be called. */
const HOSTILE = '\u001b]8;;https://evil.example\u0007Sales\u001b]8;;\u0007\u001b[2J\u009b31m\u202e\u0000\u2028';

test('a line of another program says nothing to a terminal, in its log and in the error of a script', async () => {
	const logFile = join(tmpdir(), `printable-${process.pid}.log`);
	const failing = runCommand(
		process.execPath,
		[
			'-e',
			`console.log(Buffer.from('${Buffer.from(HOSTILE).toString('base64')}', 'base64').toString()); process.exit(1)`,
		],
		{ logFile },
	);
	const message = await failing.then(
		() => '',
		(error: unknown) => String(error),
	);
	for (const text of [message, await readFile(logFile, 'utf8')]) {
		expect(text).toContain('Sales');
		expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u2028\u202e]|evil\.example/u);
	}
});

/** What the worker makes of a character between two letters, or null if it depends on more than the character. */
function shownByWorker(code: number): string | null {
	const isJoiner = code === 0x20_0c || code === 0x20_0d;
	const isBreakOrBeginning = [10, 13, 0x1b, 0x9b].includes(code);
	if (isJoiner || isBreakOrBeginning || (code >= 0xd8_00 && code < 0xe0_00)) return null;
	return visibleText(`a${String.fromCodePoint(code)}b`);
}

test('it removes the same characters as the worker does', () => {
	const differing: number[] = [];
	for (let code = 0; code <= 0xe_0f_ff; code += 1) {
		if (code === 0x3_00_00) code = 0xe_00_00;
		const shown = shownByWorker(code);
		// A control becomes a blank in running text, and nothing in a log.
		const expected = code === 32 ? shown : shown?.replace(/^a b$/, 'ab');
		if (shown !== null && printableLine(`a${String.fromCodePoint(code)}b`) !== expected) differing.push(code);
	}
	expect(differing).toEqual([]);
});
