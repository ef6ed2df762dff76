import type { SyncToRecord } from './activities';
import type { KnowledgeSyncInput } from './contract';
import { countSteps } from './counts';
import type { SetSettings } from './set-settings-contract';
import type { KnowledgeSyncTask } from './task';

/** What the page of a set shows of this sync. @param isStopped it did not come to its end */
export function recordOf({ input, state }: KnowledgeSyncTask, isStopped: boolean): SyncToRecord {
	const { startedAt, firstPlan, manifestVersion, unapplied } = state;
	return {
		startedAt: new Date(startedAt).toISOString(),
		endedAt: new Date(Date.now()).toISOString(),
		outcome: isStopped ? 'stopped' : (unapplied ?? (input.planOnly ? 'planned' : 'applied')),
		planHash: firstPlan?.hash ?? '',
		steps: firstPlan?.steps ?? countSteps([]),
		manifestVersion,
		settings: settingsOf(input),
	};
}

/** Every setting is named, so that a new one is not forgotten. */
function settingsOf({
	blob,
	url,
	columns,
	include,
	exclude,
	mode,
	drift,
	existing,
	prove,
	timeoutSeconds,
}: KnowledgeSyncInput): { [Field in keyof Required<SetSettings>]: SetSettings[Field] } {
	return { blob, url, columns, include, exclude, mode, drift, existing, prove, timeoutSeconds };
}
