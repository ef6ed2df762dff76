import { bulkSelectionSchema } from '../../../../workflows/bulk-action/contract';
import { taskListQuery } from '../../schemas';
import type { BulkFilter } from '../api/types';
import { bulkFilterOf, type Filter, type FilterName, filterIn, listQueryOf } from './filter';

const time = '2026-11-20T06:00:00.000Z';

/** A value of each filter that an address may have. */
const ADDRESSES: Record<FilterName, string> = {
	type: 'lead-export',
	status: 'failed',
	ended: 'true',
	needsAttention: 'true',
	waitsForPerson: 'false',
	connection: 'main',
	agentId: 'agent_a',
	search: 'shop',
	endedFrom: time,
	endedBefore: time,
	parent: 'nightly-retrain~a',
	period: 'last-night',
	from: '2026-11-20',
	to: '2026-11-21',
};

/** What the list and a bulk action read of the page's requests. */
function readBy(filter: Filter) {
	const { filter: read } = filterIn(filter);
	const query = listQueryOf(read, { ended: true }) ?? {};
	const { limit: _limit, fresh: _fresh, reasons: _reasons, ...listed } = taskListQuery.parse(query);
	const chosen: BulkFilter = { ...bulkFilterOf(read), ended: true };
	const {
		action: _action,
		target: _target,
		all: _all,
		...acted
	} = bulkSelectionSchema.parse({
		action: 'resend',
		...chosen,
	});
	return { listed, acted };
}

test.each(Object.entries(ADDRESSES))(
	'a bulk action is about the tasks that the list shows with %s=%s',
	(name, value) => {
		const { listed, acted } = readBy({ [name]: value });
		expect(acted).toEqual(listed);
		expect(Object.keys(listed).length).toBeGreaterThan(name === 'ended' ? 0 : 1);
	},
);

test('a bulk action is about the tasks that the list shows with all filters together', () => {
	const { listed, acted } = readBy(ADDRESSES);
	expect(acted).toEqual(listed);
	expect(Object.keys(listed)).toHaveLength(13);
});

test.each([
	['agent', 'agent_a'],
	['needsAttention', 'yes'],
	['period', 'last-year'],
	['from', 'yesterday'],
	['constructor', 'a'],
])('%s=%s of an address is named, because it would restrict nothing', (name, value) => {
	expect(filterIn({ [name]: value, type: 'lead-sync' })).toEqual({
		filter: { type: 'lead-sync' },
		strange: [`${name}=${value}`],
	});
});

test.each<[Filter, boolean, boolean, boolean]>([
	[{}, true, true, true],
	[{ status: 'running' }, true, true, false],
	[{ status: 'failed' }, false, false, true],
	[{ needsAttention: 'true' }, false, false, true],
	[{ needsAttention: 'false' }, true, true, true],
	[{ waitsForPerson: 'true' }, true, false, false],
	[{ waitsForPerson: 'false' }, false, true, true],
	[{ ended: 'true' }, false, false, true],
	[{ ended: 'false' }, true, true, false],
	[{ endedFrom: time }, false, false, true],
])('of %j, the page asks for waiting tasks: %s, running: %s, ended: %s', (filter, waiting, running, ended) => {
	const asked = [{ waitsForPerson: true }, { ended: false, waitsForPerson: false }, { ended: true }].map(
		(part) => listQueryOf(filter, part) !== null,
	);
	expect(asked).toEqual([waiting, running, ended]);
});
