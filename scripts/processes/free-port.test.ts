import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { now } from '../../test/support/time/moments';

const MODULE = `${__dirname}/free-port.mjs`;
/** Of 12,000: by chance alone, some dozen would be given twice. */
const EACH = 200;

test.each([
	['at once', 0],
	['at the turn of the time after which a choice no longer counts', 10 * 60_000],
])('no port is given twice by processes that choose %s', async (_when, apart) => {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-ports-test-'));
	// Time stands still: these are never two turns apart.
	const program = `const [, file, number] = process.argv;
	Date.now = () => ${now().getTime()} + (number % 2) * ${apart};
	import(file).then(async ({ freePort }) => {
		for (let left = ${EACH}; left > 0; left -= 1) console.log(await freePort());
	})`;
	// The choices of others stay as they are.
	const env = { ...process.env, TMPDIR: folder };
	const runs = await Promise.all(
		[1, 2, 3].map((number) => promisify(execFile)(process.execPath, ['--eval', program, MODULE, `${number}`], { env })),
	);
	await rm(folder, { recursive: true });
	const ports = runs.flatMap(({ stdout }) => stdout.trim().split('\n'));
	expect(ports).toHaveLength(3 * EACH);
	expect(new Set(ports).size).toBe(3 * EACH);
});
