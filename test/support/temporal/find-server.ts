import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.join(__dirname, '../../..');

/** The real server's program, which is also Temporal's own command line; installed into the cache when missing. */
export async function realServer(): Promise<string> {
	const found = await ask('find-server.mjs', 'findTemporalServer');
	if (found === '') throw new Error('There is no Temporal server on this machine, and no way to get one.');
	return found;
}

/** The time-skipping server: the SDK's own download has no pinned checksum. */
export function timeSkippingServer(): Promise<string> {
	return ask('time-skipping-server.mjs', 'findTimeSkippingServer');
}

const known = new Map<string, Promise<string>>();

/** The scripts are ES modules of their own, so they are asked in a process of their own, once for each file of tests. */
async function ask(file: string, name: string): Promise<string> {
	const answer = known.get(file) ?? asked(file, name);
	known.set(file, answer);
	return answer;
}

async function asked(file: string, name: string): Promise<string> {
	const code = `
		import { ${name} } from './scripts/temporal/${file}';
		import { cacheFolder } from './scripts/cache/cache-folder.mjs';
		process.stdout.write((await ${name}({ cache: cacheFolder() })) ?? '');`;
	const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: ROOT });
	return stdout.trim();
}
