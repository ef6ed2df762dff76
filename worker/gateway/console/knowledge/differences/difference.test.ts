import { STEP_KINDS } from '../../../../../workflows/knowledge-sync/plan';
import type { PlanItem, PlanRow } from '../../../../../workflows/knowledge-sync/review-contract';
import { differencesOf, inGroups } from './difference';

const item = (name: string, text: string | null, enabled: boolean | null = null): PlanItem => ({ name, text, enabled });

function sides(before: PlanItem | null, after: PlanItem | null, step: PlanRow['step'] = 'update') {
	const [found] = differencesOf([{ key: 'k', type: 'qa', step, before, after }], []);
	return [found?.name, found?.before, found?.after];
}

it.each([
	['a new pair', null, item('When?', 'At nine.'), ['When?', null, 'At nine.']],
	['a deleted pair', item('When?', 'At nine.', true), null, ['When?', 'At nine.', null]],
	['another answer', item('When?', 'At nine.', true), item('When?', 'At ten.'), ['When?', 'At nine.', 'At ten.']],
	['a pair switched off', item('When?', 'Nine', true), item('When?', 'Nine', false), ['When?', 'Nine', 'Nine\n(off)']],
	['a pair that stays off', item('When?', 'Nine', false), item('When?', 'Ten'), ['When?', 'Nine\n(off)', 'Ten\n(off)']],
	['another question', item('Now?', 'Yes', true), item('Open?', 'Yes'), ['Now?', 'Now?\nYes', 'Open?\nYes']],
	['the same text', item('Open?', 'Yes', true), item('Open?', 'Yes'), ['Open?', null, 'Yes']],
	['a page', null, item('https://shop.example.com/', null), ['https://shop.example.com/', null, null]],
])('%s is shown as it is and as it would be', (_what, before, after, expected) => {
	expect(sides(before, after)).toEqual(expected);
});

it('has a group for each kind of step but the silent ones', () => {
	const rows = STEP_KINDS.map((step): PlanRow => ({ key: step, type: 'qa', step, before: null, after: null }));
	const shown = inGroups(differencesOf(rows, [])).flatMap(({ differences }) => differences.map(({ step }) => step));
	expect([...shown, 'unchanged', 'forget'].toSorted()).toEqual(STEP_KINDS.toSorted());
});

describe('beside what a plan changes', () => {
	const change: PlanRow = { key: 'a', type: 'qa', step: 'update', before: item('a?', 'Old'), after: item('a?', 'New') };
	const row = (key: string, step: PlanRow['step'], type?: string) => ({
		key,
		type: 'qa' as const,
		step,
		name: `${key}?`,
		reason: type === undefined ? null : { type, title: 'question', detail: 'is that of item 7' },
	});
	const rows = [row('a', 'update', 'unproven'), row('b', 'conflict', 'step'), row('c', 'create')];

	it('the result says what was refused, and why', () => {
		expect(differencesOf([change], rows).map(({ name, reason }) => [name, reason])).toEqual([
			['a?', 'question: is that of item 7'],
			['b?', 'The question is that of item 7.'],
		]);
	});

	it('the result has all rows if the file of the plan is gone', () => {
		expect(differencesOf(null, rows).map(({ name, after }) => [name, after])).toEqual([
			['a?', null],
			['b?', null],
			['c?', null],
		]);
	});
});
