// @ts-check
/**
 * `npm run test:watch`: checks types and runs the unit tests of what changed, each time a file is saved. Vitest's keys
 * work: `a` runs all, `p` and `t` choose, `q` ends it.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { changedSince } from './changed-since.mjs';

/** TypeScript's native compiler. Tools that use the compiler's API need the earlier version. */
const TYPES = 'node_modules/typescript-7/bin/tsc';

const types = spawn(process.execPath, [TYPES, '--noEmit', '-p', 'tsconfig.json', '--watch', '--preserveWatchOutput'], {
	cwd: workspaceRoot,
	stdio: ['ignore', 'pipe', 'inherit'],
});
createInterface(types.stdout).on('line', (line) => {
	if (/error TS|Found \d+ error/.test(line)) console.log(`types: ${line.replace(/^\[.*?\] /, '')}`);
});
const tests = spawn('npx', ['vitest', 'watch', '--project=unit', '--changed', await changedSince()], {
	cwd: workspaceRoot,
	// Leaves a core to the types, and to whoever writes.
	env: { ...process.env, VITEST_MAX_WORKERS: '1' },
	stdio: 'inherit',
});
tests.once('exit', (code) => {
	types.kill();
	process.exit(code ?? 1);
});
