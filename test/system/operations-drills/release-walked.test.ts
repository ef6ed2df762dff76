import { freePort } from '../../../scripts/processes/free-port.mjs';
import { eventually } from '../../support/time/eventually';
import { ask, linkOf, retrain } from '../../support/gateway/ask';
import { Reviews } from '../../support/gateway/reviews';
import { bundleChanged } from '../../parts/replay/changed-workflows';
import { figure, readMetrics } from '../../support/site/read-metrics';
import { Site } from '../../support/site/start-site';
/** Next to no page of a run is read. */
const STANDING_STILL = 0.001;

let site: Site;
let ofSdk: string;

beforeAll(async () => {
	const metricsAddress = `127.0.0.1:${await freePort()}`;
	ofSdk = `http://${metricsAddress}`;
	site = await Site.start({}, { metricsAddress });
});

afterAll(() => site.stop());

const textOf = async (link: string) => (await ask(site, { path: link })).text;
const untilSaid = (link: string, what: RegExp) =>
	eventually(
		() => textOf(link),
		(seen) => what.test(seen),
		`${link} with ${what.source}`,
	);

test('WorkflowTaskFailing: a release that does not fit holds the task and is counted; with the right one it goes on', async () => {
	const fitting = site.bundle;
	const { id: agentId } = await site.admin.createAgent({ name: 'Released', website: site.sandbox.siteUrl });
	const failures = async () =>
		figure(await readMetrics(ofSdk), 'temporal_workflow_task_execution_failed', { namespace: 'operated' });
	await site.admin.setSettings({ clockFactor: STANDING_STILL });
	const link = linkOf(await ask(site, retrain('release', { agentId, waitUntil: 'finished' })));
	await untilSaid(link, /"training"/);
	expect(await failures()).toBe(0);

	site.bundle = await bundleChanged([
		{ file: 'retrain/start-run.ts', from: "enterStage(task.state.progress, 'starting');", to: '' },
	]);
	await site.restart();
	await site.admin.setSettings({ clockFactor: 1_000 });
	await eventually(failures, (seen) => seen > 1, 'the failures');
	// The log comes some moments after the figure.
	await eventually(
		() => site.logged,
		(seen) => /Nondeterminism/.test(seen),
		'the log',
	);
	expect(await textOf(link)).toContain('"status":"running"');

	site.bundle = fitting;
	await site.restart();
	expect(await new Reviews(site).ended(link)).toMatchObject({
		status: 'completed',
		result: { outcome: 'finished', audit: { postAttempts: 1, duplicates: [] } },
	});
	expect(await site.admin.requests({ method: 'POST', path: `/agents/${agentId}/retrain` })).toHaveLength(1);
});
