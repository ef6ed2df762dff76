import { SCOPES_OF_TASKS } from '../../worker/cli/doctor/scopes-of-tasks';
import { WORKER_SCOPES } from './start-sandbox.mjs';

it("gives the worker's key every scope that its tasks need, and no other", () => {
	expect([...WORKER_SCOPES].sort()).toEqual([...new Set(Object.values(SCOPES_OF_TASKS).flat())].sort());
});
