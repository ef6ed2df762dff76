import type { RefusedLead } from '../contract';
import type { DoneLead, EarlyLead } from '../cursor';
import { type AgentPart, newAgentsState, newPart, packState, unpackState } from './agents-state';
import { MOST_AGENTS } from './limits';

/** What one payload of Temporal may have, by the server's default. Bytes. */
const MOST_BYTES = 2 * 1024 * 1024;
const NOW = Date.parse('2026-11-01T12:00:00Z');
/** As many as a cursor names: see read-plan.ts. */
const DONE = 500;
const SEEN = 200;
/** The lists of all agents together: those that block the sync, and the others. */
const REFUSED = 1_000;
/** Passes that are read at once. */
const PASSES = 10;
/** Leads of each agent that come again: see at-once.ts. */
const EARLY = 50;

/** Leads of the last ten minutes, with ids of a service that has many customers. */
function leads(count: number, agent: number): DoneLead[] {
	return Array.from({ length: count }, (_, number) => [
		4_000_000_000 + agent * 7_919 + number * 104_729,
		NOW - Math.round((number * 600_000) / count) - ((number * 37) % 997),
	]);
}

function partOf(number: number, done: number): AgentPart {
	const hasPass = number < PASSES;
	const pass = {
		begunAt: NOW,
		upTo: NOW,
		offset: 123_400,
		seen: leads(SEEN, number).map(([id]) => id),
		done: leads(DONE, number),
		doneFrom: NOW - 600_000,
	};
	const refused = Array.from({ length: REFUSED / MOST_AGENTS }, (_, index): RefusedLead => ({
		leadId: 4_000_000_000 + index,
		reason: `The receiver answered 422: ${'x'.repeat(200)}`,
		kind: 'set_aside',
		at: new Date(NOW).toISOString(),
	}));
	return {
		...newPart(`agent_${String(number).padStart(30, '0')}`),
		cursor: {
			doneBefore: NOW - 600_000,
			done: leads(done, number),
			pass: hasPass ? pass : null,
			completeAt: NOW,
			rereadAt: 0,
		},
		synced: 123_456,
		refused,
	};
}

/** With leads that come again, each with its moment of capture. */
function earlyPartOf(number: number, done: number): AgentPart {
	const early = leads(EARLY, number).map(([id, at]): EarlyLead => [id, at, 1]);
	return { ...partOf(number, done), early };
}

const carried = (done: number, made = partOf) =>
	packState({
		...newAgentsState(),
		parts: Array.from({ length: MOST_AGENTS }, (_, number) => made(number, done)),
	});

test.each([
	['20 new leads in ten minutes', 20, partOf, 0.3],
	['as many as a cursor can name', DONE, partOf, 0.9],
	['20 new leads in ten minutes, and as many as can come again,', 20, earlyPartOf, 0.5],
	['as many as a cursor can name, and as many as can come again,', DONE, earlyPartOf, 0.98],
])('the state of as many agents as a sync takes, with %s each, fits into a payload', (_what, done, made, share) => {
	const bytes = Buffer.byteLength(JSON.stringify(carried(done, made)));
	expect(bytes).toBeLessThan(MOST_BYTES * share);
});

test('nothing of it is lost on the way', () => {
	const parts = unpackState(carried(DONE)).parts;
	expect(parts).toEqual(Array.from({ length: MOST_AGENTS }, (_, number) => partOf(number, DONE)));
});
