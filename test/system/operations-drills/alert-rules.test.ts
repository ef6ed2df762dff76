import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { findPromtool } from '../../../scripts/tools/prometheus/find-promtool.mjs';

const RULES = join(workspaceRoot, 'worker/prometheus-alerts.yaml');
const OVER_TIME = join(workspaceRoot, 'worker/prometheus-alerts.test.yaml');

let promtool: string;
beforeAll(async () => {
	promtool = await findPromtool({ cache: cacheFolder() });
});

test('Prometheus takes all rules', async () => {
	expect(await runCommand(promtool, ['check', 'rules', '--lint=all', RULES])).toMatch(/SUCCESS: \d+ rules found/);
});

test('the rules fire when they should, and are quiet when they should be', async () => {
	expect(await runCommand(promtool, ['test', 'rules', OVER_TIME])).toMatch(/SUCCESS/);
});
