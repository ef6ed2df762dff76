import type { RefusedLead } from '../../../workflows/lead-sync/contract';
import { refusedPage } from './refused-page';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { testGateway } from '../testing/test-gateway';

const NO_EMAIL = 'It has no email.';
const TOO_LONG = 'PostgreSQL refused the row (22001): value too long';

/** As many as a sync can have. */
const leads: RefusedLead[] = Array.from({ length: 500 }, (_, index) => ({
	leadId: 1_000 + index,
	reason: index % 5 === 0 ? TOO_LONG : NO_EMAIL,
	at: new Date(Date.UTC(2026, 10, 1) + Math.floor(index / 100) * 1_000).toISOString(),
}));

function allPages(query: Partial<Parameters<typeof refusedPage>[1]>, between = (given: RefusedLead[]) => given) {
	const seen: number[] = [];
	let given = leads;
	for (let pageToken: string | undefined; ;) {
		const page = refusedPage(given, { limit: 50, ...query, ...(pageToken === undefined ? {} : { pageToken }) });
		seen.push(...page.items.map(({ leadId }) => leadId));
		if (page.nextPageToken === null) return seen;
		pageToken = page.nextPageToken;
		given = between(given);
	}
}

test('all leads come once, in pages, with the number of each reason', () => {
	expect(allPages({})).toEqual(leads.map(({ leadId }) => leadId));
	const { total, reasons, matchingLeadIds } = refusedPage(leads, { limit: 50 });
	expect({ total, reasons }).toEqual({
		total: 500,
		reasons: [
			{ reason: NO_EMAIL, count: 400 },
			{ reason: TOO_LONG, count: 100 },
		],
	});
	expect(matchingLeadIds).toHaveLength(500);
});

test('a lead that was dismissed between two pages moves no other to a page that was seen', () => {
	const seen = allPages({}, (given) => given.slice(1));
	expect(new Set(seen).size).toBe(seen.length);
	expect(seen).toEqual(leads.map(({ leadId }) => leadId));
});

test('a search finds a lead by its id and by words of its reason, and a reason all of its leads', () => {
	expect(refusedPage(leads, { limit: 50, search: ' 1007 ' }).matchingLeadIds).toEqual([1_007]);
	expect(refusedPage(leads, { limit: 50, search: 'TOO LONG' }).matchingLeadIds).toHaveLength(100);
	expect(allPages({ reason: NO_EMAIL })).toHaveLength(400);
	expect(refusedPage(leads, { limit: 50, search: 'none of them' }).items).toEqual([]);
});

test('the gateway pages, searches, and refuses a token that it did not issue', async () => {
	const tasks = inMemoryTasks();
	const input = { connection: 'main', agentId: 'agent_support', destination: 'crm' };
	const { id } = await tasks.start({ type: 'lead-sync', idempotencyKey: 'k', input });
	const actions = {
		act: () => Promise.resolve({ message: '' }),
		refusedLeads: () => Promise.resolve(leads),
		syncedAgents: () => Promise.resolve([]),
	};
	const { ask } = await testGateway({ tasks, actions });
	const url = `/v1/tasks/${encodeURIComponent(id)}/refused`;
	expect((await ask({ url })).body).toMatchObject({ total: 500, nextPageToken: null });
	expect((await ask({ url: `${url}?limit=2&search=too` })).body).toMatchObject({
		items: [{ leadId: 1_000 }, { leadId: 1_005 }],
		nextPageToken: expect.any(String) as string,
	});
	for (const query of ['pageToken=bm9uZQ', 'limit=501', 'limit=none', 'other=1'])
		expect(await ask({ url: `${url}?${query}` })).toMatchObject({
			status: 400,
			body: { type: 'invalid_request', issues: [{ path: query.split('=')[0] }] },
		});
});
