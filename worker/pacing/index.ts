export { CallDispatcher } from './call-dispatch';
export { boundedClient, DispatchedCalls } from './dispatched-calls';
export { DispatchedPace, pagesAllowed } from './dispatched-pace';
export { KeyPauses, NOT_SHARED, PAUSE_MARGIN_MS, type SharedPauses } from './key-pauses';
export { type CallQueue, callsPerDispatch, DEFAULT_PACE, dispatchesPerSecond, type Pace } from './pace';
export { isQueuePolled, polledForCalls, stillPolling, unpolledQueue } from './polled-queues';
export { warnOfOtherLimit } from './warn-of-other-limit';
export { type FairnessSetting, MANY_CONNECTIONS, SWITCH_ON } from './report-fairness';
export { type Calls, serveCalls } from './serve-calls';
export { pausesInTemporal } from './shared-pauses';
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
