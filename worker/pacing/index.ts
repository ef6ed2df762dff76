export { CallDispatcher } from './call-dispatch';
export { DispatchedPace, pagesAllowed } from './dispatched-pace';
export { type CallQueue, callsPerDispatch, DEFAULT_PACE, dispatchesPerSecond, type Pace } from './pace';
export { isQueuePolled, polledForCalls, stillPolling, unpolledQueue } from './polled-queues';
export { warnOfOtherLimit } from './warn-of-other-limit';
export { type FairnessSetting, MANY_CONNECTIONS, SWITCH_ON } from './report-fairness';
export { type Calls, serveCalls } from './serve-calls';
export {
	type KeyUse,
	limitFit,
	limitTodo,
	reportSharedKeys,
	settingText,
	sharedKeys,
	sharedKeyText,
	sharersText,
	withKeyUses,
} from './shared-keys';
