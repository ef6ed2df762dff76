import { readFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { z } from 'zod';
import { GatewayMetrics } from '../../../worker/gateway/plugins/observability';
import { Metrics } from '../../../worker/observability/metrics';
import { OverviewMetrics } from '../../../worker/observability/overview-metrics';

const ROOT = path.join(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const rulesSchema = z.object({
	groups: z.array(
		z.object({
			name: z.string(),
			rules: z.array(
				z.strictObject({
					alert: z.string(),
					expr: z.string(),
					for: z.string().optional(),
					labels: z.object({ severity: z.enum(['page', 'ticket']) }),
					annotations: z.object({ summary: z.string(), runbook_url: z.url() }),
				}),
			),
		}),
	),
});

/** Served by Temporal's SDK at telemetry.metricsAddress. */
const OF_THE_SDK = ['temporal_workflow_task_execution_failed'];

const { registry } = new Metrics();
new GatewayMetrics(registry);
new OverviewMetrics(registry, () => Promise.resolve({ parts: {}, failures: {} }), pino({ level: 'silent' }));
const ours = registry
	.getMetricsAsArray()
	.map(({ name }) => name)
	.filter((name) => name.startsWith('agent_knowledge_'));
const rules = rulesSchema.parse(parse(read('worker/prometheus-alerts.yaml'))).groups.flatMap((group) => group.rules);

test('docs/metrics.md has a row for each metric, and none more', () => {
	const rows = [...read('docs/metrics.md').matchAll(/^\| `(agent_knowledge_\w+)`/gm)].map(([, name]) => name);
	expect(rows.sort()).toEqual([...ours].sort());
});

describe('each alert', () => {
	it.each(rules.map(({ alert, expr }) => [alert, expr]))('%s looks at metrics that exist', (_alert, expr) => {
		const named = (expr.match(/\b(agent_knowledge|temporal)_\w+/g) ?? []).map((name) => name.replace(/_count$/, ''));
		expect(named).not.toEqual([]);
		expect([...ours, ...OF_THE_SDK]).toEqual(expect.arrayContaining(named));
	});

	it('has its part in docs/alerts.md, under its name', () => {
		const headings = [...read('docs/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading);
		expect(headings).toEqual(expect.arrayContaining(rules.map(({ alert }) => alert)));
		for (const { alert, annotations } of rules)
			expect(annotations.runbook_url).toMatch(new RegExp(`/docs/alerts\\.md#${alert.toLowerCase()}$`));
	});
});

test('a registry of its own shows nothing of another', () => {
	expect(new GatewayMetrics(new Registry()).registry.getMetricsAsArray()).toHaveLength(3);
});
