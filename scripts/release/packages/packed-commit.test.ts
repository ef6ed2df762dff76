import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError } from '../../readable-error.mjs';
import { packedCommit } from './packed-commit.mjs';

it('says how to get a commit that a shallow clone does not have, and caches nothing', async () => {
	const root = await mkdtemp(join(tmpdir(), 'agent-knowledge-shallow-'));
	try {
		await runCommand('git', ['init', '--quiet'], { cwd: root });
		const cache = join(root, 'cache');
		const options = { commit: '0123456789'.repeat(4), path: 'worker', root, cache };
		const error: unknown = await packedCommit(options).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ReadableError);
		expect(String(error)).toContain('does not have the commit 0123456789');
		expect(error).toHaveProperty('whatToDo', expect.stringContaining('git fetch --unshallow'));
		expect(await readdir(join(cache, 'packed-commits'))).toEqual([]);
	} finally {
		await rm(root, { recursive: true });
	}
});
