import { errorSchema, operations, runOf, type OperationId } from '../../../api';
import { REPLIES, run, status, without } from './documented-replies';

describe('replies', () => {
	it.each(Object.entries(REPLIES))(
		'of %s are read when they are as specified, and refused else',
		(id, { good, bad }) => {
			const { schema } = operations[id as OperationId].reply;
			for (const reply of good) expect(schema.safeParse(reply)).toMatchObject({ success: true });
			for (const reply of bad) expect([reply, schema.safeParse(reply).success]).toEqual([reply, false]);
		},
	);

	it('keep what the specification does not show', () => {
		expect(operations.getAgent.reply.schema.parse({ id: 'a', name: 'Support', deep: { x: 1 } })).toEqual({
			id: 'a',
			name: 'Support',
			deep: { x: 1 },
		});
	});

	it('tell a run from none, whichever way there is none', () => {
		const { schema } = operations.getTrainingStatus.reply;
		expect(runOf(schema.parse(status))).toEqual(run);
		for (const none of [null, undefined, {}, { id: null }, { id: '' }, { ...run, id: null }])
			expect(runOf(schema.parse({ ...status, run: none }))).toBeNull();
	});
});

describe('the error envelope', () => {
	const envelope = {
		type: 'session_conflict',
		title: 'Conflict',
		status: 409,
		detail: 'd',
		issues: [{ path: 'p', message: 'm' }],
	};

	it('is read with or without detail and issues', () => {
		for (const body of [envelope, without(without(envelope, 'detail'), 'issues'), { ...envelope, detail: null }]) {
			expect(errorSchema.safeParse(body).success).toBe(true);
		}
	});

	it.each(['type', 'title', 'status'])('is none without %s', (field) => {
		expect(errorSchema.safeParse(without(envelope, field)).success).toBe(false);
	});
});
