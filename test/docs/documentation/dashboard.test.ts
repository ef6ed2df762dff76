import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { parse } from 'yaml';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { habitsIn } from '../../../scripts/checks/docs/habits.mjs';
import { GatewayMetrics } from '../../../worker/gateway/plugins/observability';
import { Metrics } from '../../../worker/observability/metrics';
import { OverviewMetrics } from '../../../worker/observability/overview-metrics';
import { dashboardSchema } from './dashboard-schema';

const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8');
const dashboard = dashboardSchema.parse(JSON.parse(read('worker/grafana-dashboard.json')));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

const { registry } = new Metrics();
new GatewayMetrics(registry);
new OverviewMetrics(registry, () => Promise.resolve({ parts: {}, failures: {} }), pino({ level: 'silent' }));
const metricSchema = z.looseObject({
	name: z.string(),
	type: z.unknown(),
	labelNames: z.array(z.string()).default([]),
});
const metrics = new Map(
	registry.getMetricsAsArray().map((metric) => {
		const { name, labelNames } = metricSchema.parse({ ...metric });
		return [name, labelNames];
	}),
);

/** Served by Temporal's SDK. test/system/helm/processes.test.ts holds it against a real worker. */
const OF_THE_SDK = ['temporal_worker_task_slots_available'];
/** Labels that Prometheus or the SDK adds. */
const OTHER_LABELS = ['job', 'instance', 'le', 'task_queue', 'worker_type'];

/** The metrics of a query, without the suffixes of a histogram. */
function metricsIn(expr: string): string[] {
	return [...expr.matchAll(/\b((?:agent_knowledge|temporal|process|nodejs)_\w+)\{/g)].map(([, name = '']) =>
		name.replace(/_(bucket|sum|count)$/, ''),
	);
}

const alertsSchema = z.object({
	groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const alerts = alertsSchema.parse(parse(read('worker/prometheus-alerts.yaml'))).groups.flatMap(({ rules }) => rules);

describe.each(panels.map((panel) => [panel.title, panel] as const))('the panel %s', (_title, panel) => {
	it('has a unit, and a description in plain English', () => {
		expect(panel.fieldConfig?.defaults.unit).toMatch(/^\w+$/);
		expect(panel.description.length).toBeGreaterThan(10);
		expect(habitsIn(panel.title, panel.description)).toEqual([]);
	});

	it('shows metrics that exist, with their labels', () => {
		expect(panel.targets.length).toBeGreaterThan(0);
		for (const { expr } of panel.targets) {
			const named = metricsIn(expr);
			expect(named.length).toBeGreaterThan(0);
			expect([...metrics.keys(), ...OF_THE_SDK]).toEqual(expect.arrayContaining(named));
			const known = [...OTHER_LABELS, ...named.flatMap((name) => metrics.get(name) ?? [])];
			const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
			const matched = [...expr.matchAll(/(\w+)=~?"/g)].map(([, label]) => label);
			expect(known).toEqual(expect.arrayContaining([...grouped, ...matched]));
			// One Prometheus may watch several installations.
			expect(expr).toContain('{job=~"$job"');
		}
	});

	it('names in its legend only labels that its query keeps', () => {
		for (const { expr, legendFormat } of panel.targets) {
			const named = [
				...z
					.string()
					.parse(legendFormat)
					.matchAll(/\{\{(\w+)\}\}/g),
			].map(([, label = '']) => label);
			const kept = /^\w+\{|^rate\(\w+\{/.test(expr)
				? ['instance']
				: (/by \(([^)]*)\)/.exec(expr)?.[1] ?? '').split(', ');
			expect(kept).toEqual(expect.arrayContaining(named));
		}
	});
});

test('panels overlap nowhere, and have ids of their own', () => {
	expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
	const taken = new Set<string>();
	for (const { gridPos } of dashboard.panels)
		for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
			for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
				expect(x).toBeLessThan(24);
				expect(taken).not.toContain(`${x} ${y}`);
				taken.add(`${x} ${y}`);
			}
});

test('the dashboard shows every metric of ours', () => {
	const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))));
	const ours = [...metrics.keys()].filter((name) => name.startsWith('agent_knowledge_'));
	expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});

test.each(alerts.map(({ alert, expr }) => [alert, expr]))('a panel shows what %s looks at', (alert, expr) => {
	const looksAt: string[] = expr.match(/\bagent_knowledge_\w+/g) ?? [];
	const naming = panels.filter(({ description }) => new RegExp(`Alerts .*\\b${alert}\\b`).test(description));
	expect(naming.length).toBeGreaterThan(0);
	for (const { targets } of naming)
		expect(targets.flatMap((target) => metricsIn(target.expr)).some((name) => looksAt.includes(name))).toBe(true);
});

test('every alert that a panel names exists', () => {
	const named = panels.flatMap(({ description }) => (/Alerts [^:]*: (.*)\.$/.exec(description)?.[1] ?? '').split(', '));
	const exist = alerts.map(({ alert }) => alert);
	expect(named.filter((name) => name !== '' && !exist.includes(name))).toEqual([]);
});
