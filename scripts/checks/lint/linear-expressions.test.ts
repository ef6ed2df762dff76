import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../../..');

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-lint-'));
	await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
	for (const name of ['node_modules', 'scripts']) await symlink(join(root, name), join(folder, name));
});
afterEach(() => rm(folder, { recursive: true }));

/** What lint says of a file of the worker with this expression. */
async function lint(expression: string): Promise<string> {
	await mkdir(join(folder, 'worker'), { recursive: true });
	await writeFile(join(folder, 'worker', 'text.ts'), `export const EXPRESSION = ${expression};\n`);
	const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
	const ran = promisify(execFile)(process.execPath, [oxlint, '--disable-nested-config', 'worker'], { cwd: folder });
	return ran.then(
		({ stdout }) => stdout,
		(failed: unknown) => String(Reflect.get(Object(failed) as object, 'stdout')),
	);
}

it.each([
	[
		'two quantifiers that share a blank',
		String.raw`/^ *[+-]\d[\d.,' ]*(?:e[+-]?\d+)? ?%? *$/i`,
		'no-super-linear-backtracking',
	],
	['a quantifier that starts anywhere', String.raw`/\/+$/`, 'no-super-linear-move'],
])('lint refuses an expression that is not linear: %s', async (_what, expression, rule) => {
	expect(await lint(expression)).toContain(rule);
});

it('lint accepts a linear one', async () => {
	expect(await lint(String.raw`/^[+-]\d[\d.,' ]*(?:e[+-]?\d+)?%?$/i`)).not.toContain('no-super-linear');
});
