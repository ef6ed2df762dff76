import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The rules that a piece of code breaks. */
function brokenBy(code: string): string[] {
	const [config, file] = [join(folder, 'config.json'), join(folder, 'code.ts')];
	const rules = { 'named-values/spread-of-fields': 'error', 'named-values/spread-arguments': 'error' };
	const jsPlugins = [join(workspaceRoot, 'scripts/checks/lint/named-values.mjs')];
	writeFileSync(config, JSON.stringify({ jsPlugins, categories: { correctness: 'off' }, rules }));
	writeFileSync(file, code);
	const oxlint = join(workspaceRoot, 'node_modules/.bin/oxlint');
	const { stdout } = spawnSync(oxlint, ['-c', config, file], { encoding: 'utf8' });
	return [...stdout.matchAll(/named-values\((.+?)\)/g)].map(([, rule]) => rule ?? '');
}

test.each([
	['export const made = { ...{ a, b }, c: 1 };', ['spread-of-fields']],
	['call(...([a, b.c] as const), d);', ['spread-arguments']],
	['export const made = { ...{ a: 1 }, b };', ['spread-of-fields']],
	["call(...['x', 'y']); export const made = { ...rest, b };", []],
])('%s breaks %j', (code, rules) => {
	expect(brokenBy(`declare const a: any, b: any, call: any, d: any, rest: any;\n${code}`)).toEqual(rules);
});
