import { useBrowser } from '../../support/browser/use-browser';
import { eventually } from '../../support/time/eventually';
import { incidentsSchema } from '../../../worker/gateway/schemas';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { ask, linkOf, type Question, retrain } from '../../support/gateway/ask';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { runCommand } from '../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const SCHEDULE = 'nights';

const browser = useBrowser();
let receiver: Receiver;
let platform: GatewayPlatform;

const send = (question: Question) => ask(platform, question);

/** One of each kind. */
beforeAll(async () => {
	receiver = await startReceiver();
	receiver.answer = () => ({ status: 503 });
	platform = await startPlatform({
		clockFactor: 1_000,
		destinations: { crm: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
	});
	const shop = await platform.admin.createAgent({ id: 'agent_shop', name: 'Shop', website: platform.sandbox.siteUrl });
	await platform.admin.captureLead(shop.id, { name: 'Ada', email: 'ada@example.com' });
	const sync = { connection: 'main', version: 1, agentId: shop.id, destination: 'crm', intervalSeconds: 10 };
	await send({ method: 'POST', path: '/v1/tasks/lead-sync', key: 'sync', body: sync });
	// The service refuses the key of one connection, and does not respond to another.
	for (const connection of ['wrong', 'nowhere'])
		await send({ method: 'POST', path: `/v1/connections/${connection}/check`, key: connection });
	const { reviews } = await reviewsOn(platform);
	await reviews.asking('mail', { subject: 'Your order' });
	for (const number of [1, 2]) {
		const stuck = {
			id: `agent_stuck_${number}`,
			name: 'Stuck',
			website: platform.sandbox.siteUrl,
			pageSeconds: 10_000,
		};
		const agent = await platform.admin.createAgent(stuck);
		const failed = await send(retrain(`failed-${number}`, { agentId: agent.id, timeoutSeconds: 1 }));
		await send({ path: `${linkOf(failed)}?wait=60` });
	}
	// The work of one agent is done in the end, that of the other one is not.
	for (const [id, agentId] of [
		[SCHEDULE, 'agent_support'],
		['weekends', shop.id],
	] as const) {
		const input = { connection: 'main', agentIds: [agentId] };
		const body = { type: 'nightly-retrain', input, cron: '0 3 * * *', timeZone: 'Europe/Berlin' };
		await send({ method: 'PUT', path: `/v1/schedules/${id}`, key: id, body });
		await platform.admin.addFault('POST', `/agents/${agentId}/retrain`, { kind: 'status', status: 403 });
		await run(id, 'failing');
	}
	await run(SCHEDULE, 'mended');
	await untilShown(({ open, recovered }) => {
		const connections = open.filter(({ kind }) => kind === 'connection');
		return connections.length === 2 && recovered.some(({ kind }) => kind === 'schedule');
	});
});
afterAll(async () => {
	await platform.close();
	await receiver.close();
});

async function shown() {
	return incidentsSchema.parse((await send({ path: '/v1/incidents' })).body);
}

async function untilShown(isSo: (all: Awaited<ReturnType<typeof shown>>) => boolean): Promise<void> {
	await eventually(async () => isSo(await shown()), Boolean, 'the incidents');
}

/** Runs the schedule once, until its run has ended. */
async function run(id: string, key: string): Promise<void> {
	const runs = async () =>
		(await send({ path: `/v1/tasks?search=${id}&type=nightly-retrain&ended=true` })).text.split('"id":"nightly').length;
	const before = await runs();
	await send({ method: 'POST', path: `/v1/schedules/${id}/run-now`, key });
	await eventually(runs, (seen) => seen > before, `a run of ${id}`);
}

test('each incident says since when, what it blocks and what to do, and the command line prints the same', async () => {
	const { open, recovered } = await shown();
	expect(open.map(({ kind }) => kind)).toEqual([
		...['connection', 'connection', 'sync', 'schedule', 'tasks', 'tasks', 'decision'],
	]);
	expect(open.find(({ connection }) => connection === 'wrong')?.title).toMatch(/refuses the key/);
	expect(open.find(({ connection }) => connection === 'nowhere')?.title).toMatch(/does not respond/);
	expect(open.find(({ title }) => title.startsWith('Retrain and wait'))).toMatchObject({
		title: 'Retrain and wait: 2 tasks, timed out',
		blocks: { tasks: 2 },
		taskId: null,
	});
	for (const { since, todo } of open) expect([Number.isNaN(Date.parse(since)), todo === '']).toEqual([false, false]);
	expect(recovered).toMatchObject([
		{ kind: 'schedule', title: `A schedule works again: ${SCHEDULE}`, connection: 'main' },
	]);
	const printed = await runCommand(platform, ['incidents']);
	expect(printed.code).toBe(0);
	for (const { connection } of open) expect(printed.result).toContain(connection);
});

test.each(WIDTHS)('the page of incidents on a %s', async (device, viewport) => {
	const page = await openSignedIn(browser(), platform.url, platform.token, viewport);
	await page.getByRole('link', { name: 'Incidents' }).click();
	await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor();
	expect(await page.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/help#incidents');
	const wrong = page.getByRole('region', { name: 'Wrong now' });
	await wrong.getByText('The service refuses the key of the connection.').waitFor();
	await wrong.getByText('Create a key with the same scopes').waitFor();
	const again = page.getByRole('region', { name: 'Works again' });
	await again.getByText(`A schedule works again: ${SCHEDULE}`).waitFor();
	await expectUsable(page, `incidents-${device}.png`);
	await wrong.getByRole('link', { name: 'Open the failed tasks' }).first().click();
	await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
	await page.context().close();
});
