import { blobsSchema } from '../../storage/settings';
import { knowledgeSyncInputSchema } from '../../../workflows/knowledge-sync/contract';
import { checkStart, definitions } from '.';
import { checkDecisionTime } from './check-decision-time';

const kept = (hours: object = {}) => blobsSchema.parse(hours);
const DAY = 24 * 3_600;

test('the default time for a decision ends before anything that it needs', () => {
	const rows = [{ type: 'qa', question: 'A?', answer: 'B.' }];
	const { deadlineSeconds } = knowledgeSyncInputSchema.parse({ connection: 'main', agentId: 'a', set: 's', rows });
	expect(() => checkDecisionTime(kept(), { deadlineSeconds }, true)).not.toThrow();
});

test.each([
	['uploads', { keepUploadsHours: 168 }, 7 * DAY, true, /its uploads: 168 h \(blobs\.keepUploadsHours\)/],
	['uploads that are kept shortly', { keepUploadsHours: 6 }, DAY, true, /its uploads: 6 h .* at most 0 seconds/],
	['parts', {}, 30 * DAY, false, /what the task has read: 672 h \(four times blobs\.keepExportsHours\)/],
	['parts that are kept shortly', { keepExportsHours: 24 }, 4 * DAY, false, /96 h .* at most 302400 seconds/],
])(
	'a decision that could come after %s have expired is refused in words',
	(_what, hours, deadlineSeconds, needs, words) => {
		expect(() => checkDecisionTime(kept(hours), { deadlineSeconds }, needs)).toThrow(
			expect.objectContaining({
				status: 400,
				issues: [{ path: 'deadlineSeconds', message: expect.stringMatching(words) as string }],
			}) as Error,
		);
	},
);

test('uploads do not matter where none is sent', () => {
	expect(() => checkDecisionTime(kept({ keepUploadsHours: 1 }), { deadlineSeconds: 7 * DAY }, false)).not.toThrow();
});

test.each(['knowledge-sync', 'for-each-connection'] as const)(
	'a retry of %s is not refused for the time, which nobody can change then',
	async (type) => {
		const service = { checkTraining: vi.fn(async () => {}), checkSearch: vi.fn(async () => {}) };
		const connections = { matching: () => ['main'], get: () => service };
		const named = { blobs: { config: kept() }, connections };
		const rows = [{ type: 'qa', question: 'A?', answer: 'B.' }];
		const one = { agentId: 'a', set: 's', rows, deadlineSeconds: 30 * DAY };
		const input =
			type === 'knowledge-sync'
				? definitions[type].input.parse({ ...one, connection: 'main' })
				: definitions[type].input.parse({ selector: 'client', type: 'knowledge-sync', input: one });
		await expect(checkStart(type, named as never, input as never)).rejects.toMatchObject({ status: 400 });
		await expect(checkStart(type, named as never, input as never, 'retry')).resolves.toBeUndefined();
	},
);

test('a task for each connection is refused like the task of one', async () => {
	const named = { blobs: { config: kept() }, connections: { matching: () => ['main'] } };
	const input = { agentId: 'a', set: 's', url: 'https://www.example.com/set.csv', deadlineSeconds: 30 * DAY };
	const start = definitions['for-each-connection'].input.parse({ selector: 'client', type: 'knowledge-sync', input });
	await expect(definitions['for-each-connection'].checkStart(named as never, start, 'caller')).rejects.toMatchObject({
		status: 400,
		issues: [{ path: 'input.deadlineSeconds' }],
	});
});
