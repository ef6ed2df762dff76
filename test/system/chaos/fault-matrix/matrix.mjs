// @ts-check
/**
 * `node test/system/chaos/fault-matrix/matrix.mjs [--seed 1] [--runs 200] [--only part of a cell's name] [--ended-run absent]
 * [--if-uncertain ask]`, after `npm run build`;
 * with `--without-look`: the same on workflows that do not look before they repeat (docs/chaos.md).
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workspaceRoot } from '../../../../scripts/build/workspace-root.mjs';
import { bundleProgram } from '../../../support/bundle-program.mjs';

const WITHOUT_LOOK = '--without-look';
const args = process.argv.slice(2).filter((arg) => arg !== WITHOUT_LOOK);
const program = process.argv.includes(WITHOUT_LOOK) ? 'without-look' : 'main';
const outfile = `${workspaceRoot}/test-results/chaos-matrix/${program}.cjs`;

await bundleProgram(fileURLToPath(new URL(`${program}.ts`, import.meta.url)), outfile);
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...args], {
	cwd: workspaceRoot,
	stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
