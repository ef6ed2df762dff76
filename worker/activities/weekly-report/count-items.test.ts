import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '../../../api';
import type { CountedList } from '../../../workflows/weekly-report/activities';
import { countList } from '../../../workflows/weekly-report/count-list';
import { planWeeks } from './plan-weeks';
import { countItems } from './count-items';

// Lists of services that answer in another way than the sandbox does.

const WEEKS = planWeeks({ connection: 'c', at: '2026-11-27T10:00:00Z' }, {});
const [NOW, BEFORE, OLDER] = ['2026-11-22T10:00:00Z', '2026-11-15T10:00:00Z', '2026-11-01T10:00:00Z'];

type Reply = (window: { limit: number; offset: number }, query: URLSearchParams) => object;

let reply: Reply = () => ({});
let calls = 0;
let server: Server;
beforeAll(async () => {
	server = createServer((request, response) => {
		calls += 1;
		const { searchParams: query } = new URL(request.url ?? '', 'http://service.example');
		const window = { limit: Number(query.get('limit')), offset: Number(query.get('offset')) };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(reply(window, query)));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
beforeEach(() => {
	calls = 0;
});

/** Counts as the task does. Null: there are more than a report reads. */
async function counted(list: CountedList) {
	const { port } = server.address() as AddressInfo;
	const api = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'the-key' });
	let sum = { now: 0, before: 0, undated: 0 };
	let pages = 0;
	const isWhole = await countList(
		(offset, known) =>
			countItems(api, { agentId: 'a', list, weeks: WEEKS, offset, known }, AbortSignal.timeout(10 * 60_000)),
		(page) => {
			if (page === null) return;
			const { now, before, undated } = page;
			sum = { now: sum.now + now, before: sum.before + before, undated: sum.undated + undated };
			pages += page.pages;
		},
		list === 'leads',
	);
	return isWhole ? { ...sum, pages } : null;
}

const questions = (now: number, before: number, older: number) => [
	...Array.from({ length: now }, (_, index) => ({ content: `Now ${index}`, createdAt: NOW })),
	...Array.from({ length: before }, (_, index) => ({ content: `Before ${index}`, createdAt: BEFORE })),
	...Array.from({ length: older }, (_, index) => ({ content: `Older ${index}`, createdAt: OLDER })),
];

describe('unanswered questions', () => {
	const givenOut = (most: number) => {
		const all = questions(30, 12, 25);
		reply = ({ limit, offset }) => ({ period: '30d', items: all.slice(offset, offset + Math.min(limit, most)) });
		return counted('questions');
	};

	it.each([100, 20])('are counted where the service gives out at most %i of them at a time', async (most) => {
		expect(await givenOut(most)).toMatchObject({ now: 30, before: 12, undated: 0 });
	});

	it('are counted where the service lists the oldest first', async () => {
		const old = Array.from({ length: 120 }, (_, index) => ({
			content: `Old ${index}`,
			createdAt: new Date(Date.parse(OLDER) + index * 60_000).toISOString(),
		}));
		const all = [...old, ...questions(0, 12, 0), ...questions(30, 0, 0)];
		reply = ({ limit, offset }) => ({ period: '30d', items: all.slice(offset, offset + limit) });
		expect(await counted('questions')).toMatchObject({ now: 30, before: 12 });
	});

	it('have no number where a report would need many calls', async () => {
		expect(await givenOut(7)).toBeNull();
		expect(calls).toBe(5);
	});

	it('are counted once where the service knows no offset', async () => {
		const all = questions(3, 2, 0);
		reply = () => ({ period: '30d', items: all });
		expect(await counted('questions')).toMatchObject({ now: 3, before: 2 });
		expect(calls).toBe(2);
	});

	it('are none where there are none, with one call', async () => {
		reply = () => ({ period: '30d', items: [] });
		expect(await counted('questions')).toEqual({ now: 0, before: 0, undated: 0, pages: 1 });
	});

	it('have no number where a time cannot be read', async () => {
		reply = ({ offset }) => ({
			period: '30d',
			items: offset > 0 ? [] : [{ content: 'When?', createdAt: 'yesterday' }],
		});
		expect(await counted('questions')).toMatchObject({ undated: 1 });
	});
});

describe('conversations', () => {
	it('end where everything that follows is older, whatever the field of the time is called', async () => {
		const all = Array.from({ length: 1_000 }, (_, index) => ({
			id: `c${index}`,
			started_at: index < 40 ? NOW : OLDER,
		}));
		reply = ({ limit, offset }) => ({ items: all.slice(offset, offset + limit), total: all.length, limit, offset });
		expect(await counted('conversations')).toMatchObject({ now: 40, before: 0, undated: 0 });
		expect(calls).toBeLessThan(5);
	});

	it('have no number where they show no time', async () => {
		reply = ({ limit, offset }) => ({ items: [{ id: 'c1' }, { id: 'c2' }].slice(offset), total: 2, limit, offset });
		expect(await counted('conversations')).toMatchObject({ undated: 2 });
	});
});

it('leads are asked for with a day on either side, and counted by their own times', async () => {
	let asked: Array<string | null> = [];
	const lead = { agentId: 'a', conversationId: 'c', name: '', email: '', phone: null, city: '', country: '' };
	const times = [WEEKS.until, NOW, BEFORE, WEEKS.before, '2026-11-12T23:59:59Z'];
	const items = times.map((capturedAt, index) => ({ ...lead, id: index + 1, countryCode: '', fields: {}, capturedAt }));
	reply = ({ limit, offset }, query) => {
		asked = [query.get('startDate'), query.get('endDate')];
		return { items: items.slice(offset), total: items.length, limit, offset };
	};
	expect(await counted('leads')).toMatchObject({ now: 1, before: 2 });
	expect(asked).toEqual(['2026-11-12', '2026-11-28']);
});
