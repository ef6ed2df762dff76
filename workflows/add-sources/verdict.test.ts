import { OUTCOMES } from '../task/outcomes';
import type { AddSourcesResult, SourceRow } from './contract';
import { verdictOn } from './verdict';

function result(...rows: Array<Partial<SourceRow['audit']>>): AddSourcesResult {
	const audit = { postAttempts: 1, ambiguous: false, duplicates: [], audited: true };
	const counts = {
		indexed: rows.length,
		failed: 0,
		processing: 0,
		gone: 0,
		present: 0,
		duplicate: 0,
		refused: 0,
		needs_person: 0,
		not_started: 0,
	};
	return {
		version: 1,
		agentId: 'agent_a',
		counts,
		stoppedBy: null,
		waitedSeconds: 1,
		rows: rows.map((change, index) => ({
			type: 'url',
			name: `https://shop.example/${index}`,
			status: 'indexed',
			sourceId: index + 1,
			before: [],
			error: null,
			audit: { ...audit, ...change },
		})),
	};
}

test('a source that may be there twice is told, and not in green', () => {
	const { ending, message } = verdictOn(result({}, { ambiguous: true, duplicates: [7] }));
	expect(OUTCOMES['add-sources'][ending]).toMatchObject({ tone: 'attention', exitCode: 0, needsAttention: false });
	expect(message).toBe('2 of 2 sources indexed. 1 may exist more than once: see audit.duplicates.');
});

test('a lost response whose effect could not be looked for is told', () => {
	expect(verdictOn(result({ audited: false })).message).toContain('a response was lost');
});

test('sources without a doubt are completed', () => {
	expect(verdictOn(result({}, {}))).toMatchObject({ ending: 'completed', message: '2 of 2 sources indexed.' });
});
