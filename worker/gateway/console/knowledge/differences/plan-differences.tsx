import { useLive } from '../../api/live';
import type { SetSync } from '../../api/types';
import { Loaded } from '../../parts/loaded';
import { Differences, type DifferencesProps } from './differences';
import { type KnownDifferences, readDifferences } from './read-differences';

interface PlanDifferencesProps extends Pick<DifferencesProps, 'heading'> {
	sync: Pick<SetSync, 'taskId' | 'planHash' | 'message'>;
}

/** What differed in a plan, as far as the gateway still has it. */
export function PlanDifferences({ sync, heading }: PlanDifferencesProps) {
	const { taskId, planHash, message } = sync;
	const live = useLive(() => readDifferences({ taskId, planHash }), [taskId, planHash]);
	return (
		<Loaded live={live}>{(found) => <KnownDifferencesOf found={found} message={message} heading={heading} />}</Loaded>
	);
}

interface KnownProps extends Pick<DifferencesProps, 'heading'> {
	found: KnownDifferences;
	/** The numbers of the plan. Empty: they stand beside it. */
	message: string;
}

/** The differences that were read, and what the gateway no longer has of them. */
export function KnownDifferencesOf({ found, message, heading }: KnownProps) {
	if (found.from === 'counts')
		return (
			<p>{`The gateway no longer has the items of this plan.${message === '' ? '' : ` Their numbers: ${message}`}`}</p>
		);
	return (
		<>
			{found.from === 'result' && found.differences.length > 0 && (
				<p class="soft">The gateway no longer has the texts of this plan.</p>
			)}
			<Differences differences={found.differences} notShown={found.notShown} heading={heading} />
		</>
	);
}
