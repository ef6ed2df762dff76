import { definitions } from '../../worker/tasks/definitions';
import { WORKER_SCOPES } from './start-sandbox.mjs';

it("gives the worker's key every scope that its tasks need, and no other", () => {
	expect([...WORKER_SCOPES].sort()).toEqual(
		[...new Set(Object.values(definitions).flatMap(({ scopes }) => scopes))].sort(),
	);
});
