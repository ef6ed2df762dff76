import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { findPromtool } from '../../../scripts/tools/prometheus/find-promtool.mjs';
import { dashboardSchema } from '../../docs/documentation/dashboard-schema';

/** What Grafana puts in the place of its variables. */
const FILLED: ReadonlyArray<[variable: string, value: string]> = [
	['$__rate_interval', '5m'],
	['$job', '.*'],
	['$connection', '.*'],
];

test('Prometheus takes every query of the dashboard', async () => {
	const { panels } = dashboardSchema.parse(
		JSON.parse(readFileSync(join(workspaceRoot, 'worker/grafana-dashboard.json'), 'utf8')),
	);
	const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
	expect(queries.length).toBeGreaterThan(25);
	const filled = queries.map((expr) => FILLED.reduce((text, [name, value]) => text.replaceAll(name, value), expr));
	expect(filled.filter((expr) => expr.includes('$'))).toEqual([]);
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-dashboard-'));
	try {
		const file = join(folder, 'rules.yaml');
		const rules = filled.map((expr, index) => ({ record: `panel:query:${index}`, expr }));
		await writeFile(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
		const promtool = await findPromtool({ cache: cacheFolder() });
		expect(await runCommand(promtool, ['check', 'rules', file])).toContain(`SUCCESS: ${queries.length} rules found`);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
