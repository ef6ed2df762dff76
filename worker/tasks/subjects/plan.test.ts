import { countSteps } from '../../../workflows/knowledge-sync/counts';
import { type PlanRow, planViewSchema } from '../../../workflows/knowledge-sync/review-contract';
import { unknownKeys } from './plan';

const item = (name: string) => ({ name, text: 'Yes.', enabled: null });
const rows: PlanRow[] = [
	{ key: 'open', type: 'qa', step: 'update', before: item('Open?'), after: item('Open?') },
	{ key: 'old', type: 'qa', step: 'delete', before: item('Old?'), after: null },
	{ key: 'home', type: 'page', step: 'create', before: null, after: item('https://shop.example.com/') },
];
const viewOf = (toSend: number) =>
	planViewSchema.parse({
		connection: 'main',
		agentId: 'a',
		set: 'FAQ',
		steps: countSteps([]),
		toSend,
		stored: { attempt: 1, run: 'r' },
		rows,
		question: null,
		decisions: [],
		asked: {},
		reviewers: [],
		keyVersion: 'k',
	});
const texts = ['open', 'old', 'home', 'other'].map((key) => ({ key, text: 'No.' }));
const pathsOf = (toSend: number) =>
	unknownKeys({ texts, keep: ['home', 'other'] }, viewOf(toSend)).map(({ path }) => path);

it('names what the plan does not have, and texts of rows that have none', () => {
	expect(pathsOf(3)).toEqual(['keep.1', 'texts.1.key', 'texts.2.key', 'texts.3.key']);
});

it('names only what is certain if the plan has rows that are not shown', () => {
	expect(pathsOf(500)).toEqual(['texts.1.key', 'texts.2.key']);
});
