import { ApiFailure } from '../../transport/api-failure';
import { answeredOf } from './reply-answered';

/** A run whose agent has this training status. Undefined: the key may not read it. */
function runWith(canChat: boolean | undefined) {
	const refused = new ApiFailure({
		operationId: 'getTrainingStatus',
		status: 403,
		type: 'insufficient_scope',
		title: 'Refused',
		detail: null,
		issues: [],
		uncertain: false,
		safety: 'read',
		retryAfterMs: null,
		waited: { times: 0, ms: 0 },
	});
	const call = () => (canChat === undefined ? Promise.reject(refused) : Promise.resolve({ canChat }));
	return { api: { call }, context: {}, itemIndex: 0 } as never;
}

it.each<[string, unknown, boolean | undefined, boolean | null]>([
	['with sources', [{ title: 'Returns', url: 'https://shop.example/returns' }], undefined, true],
	['without sources, of a trained agent', [], true, null],
	['without sources, where the key cannot read the training', [], undefined, null],
	['with something else in the place of its sources', 'none', true, null],
])('a reply %s', async (_what, sources, canChat, answered) => {
	expect(await answeredOf(runWith(canChat), 'agent_support', sources)).toEqual({ answered });
});
