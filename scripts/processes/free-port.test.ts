import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MODULE = `${__dirname}/free-port.mjs`;
/** Of 12,000: by chance alone, some dozen would be given twice. */
const EACH = 200;

test('no port is given twice, by any process, before its server starts', async () => {
	const program = `import(process.argv[1]).then(async ({ freePort }) => {
		for (let left = ${EACH}; left > 0; left -= 1) console.log(await freePort());
	})`;
	const runs = await Promise.all(
		[1, 2, 3].map(() => promisify(execFile)(process.execPath, ['--eval', program, MODULE])),
	);
	const ports = runs.flatMap(({ stdout }) => stdout.trim().split('\n'));
	expect(ports).toHaveLength(3 * EACH);
	expect(new Set(ports).size).toBe(3 * EACH);
});
