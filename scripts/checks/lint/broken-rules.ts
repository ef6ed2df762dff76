import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';

/** The rules of a plugin of this folder that a piece of code breaks. */
export function brokenRules(plugin: string, ruleNames: readonly string[], code: string): string[] {
	const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-lint-'));
	try {
		const [config, file] = [join(folder, 'config.json'), join(folder, 'code.ts')];
		const rules = Object.fromEntries(ruleNames.map((name) => [`${plugin}/${name}`, 'error']));
		const jsPlugins = [join(workspaceRoot, `scripts/checks/lint/${plugin}.mjs`)];
		writeFileSync(config, JSON.stringify({ jsPlugins, categories: { correctness: 'off' }, rules }));
		writeFileSync(file, code);
		const oxlint = join(workspaceRoot, 'node_modules/.bin/oxlint');
		const { stdout } = spawnSync(oxlint, ['-c', config, file], { encoding: 'utf8' });
		return [...stdout.matchAll(new RegExp(`${plugin}\\((.+?)\\)`, 'g'))].map(([, rule]) => rule ?? '');
	} finally {
		rmSync(folder, { recursive: true });
	}
}
