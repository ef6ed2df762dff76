import { useMemo } from 'preact/hooks';
import { startTask } from '../../api/client';
import { newKey } from '../../api/gateway';
import { GatewayError } from '../../api/gateway-error';
import { may } from '../../api/session';
import type { KnowledgeSet, SetSync } from '../../api/types';
import { Intention } from '../../forms/intention';
import { ActionButton } from '../../parts/action-button';
import { uncheckedText } from '../../words/unchecked-words';
import { hasSource, inputOf } from './sync-input';

interface ButtonProps {
	set: KnowledgeSet;
	/** @param id of the task */
	onStarted: (id: string) => void;
}

/**
 * Makes a plan with the settings of the newest sync, if the worker can read the rows by itself.
 * @param isFirst no plan is shown that can be applied
 */
export function PlanButton({ set, isFirst, onStarted }: ButtonProps & { isFirst: boolean }) {
	const intention = useMemo(() => new Intention(newKey), []);
	const { settings } = set;
	if (!may('start')) return null;
	if (settings === null) return <p class="soft">{NOT_ON_RECORD}</p>;
	if (!hasSource(set)) return <p class="soft">{NO_SOURCE}</p>;
	const act = () => startWith(intention, inputOf(set, settings, { planOnly: true }), onStarted);
	return <ActionButton label="Plan now" {...(isFirst ? { look: 'main' } : {})} act={act} />;
}

const NOT_ON_RECORD =
	'No sync of this set is on record, so the console does not know where its rows come from. Sync it again from there.';

const NO_SOURCE =
	'The rows of this set came with its sync, for example from n8n, a folder in Git or the command line. Run the sync there again to plan or apply it.';

/** Applies the plan that is shown, and no other. */
export function ApplyButton({ set, plan, onStarted }: ButtonProps & { plan: SetSync }) {
	const intention = useMemo(() => new Intention(newKey), [plan.planHash]);
	const { settings, planHash } = plan;
	if (!may('start') || !hasSource({ settings })) return null;
	const act = () => startWith(intention, inputOf(set, settings, { planHash }), onStarted);
	return <ActionButton label="Apply this plan" look="main" act={act} />;
}

/** @returns what the gateway could not check */
async function startWith(
	intention: Intention,
	input: object,
	onStarted: (id: string) => void,
): Promise<string | undefined> {
	try {
		const { id, warnings } = await intention.send(input, (key) => startTask('knowledge-sync', input, key));
		onStarted(id);
		return uncheckedText(warnings);
	} catch (error) {
		throw isBlobGone(error) ? new Error(BLOB_GONE) : error;
	}
}

const BLOB_GONE = 'The gateway no longer has the file of this set: uploads expire. Import the file again.';

function isBlobGone(error: unknown): boolean {
	return error instanceof GatewayError && error.refusal.issues.some(({ path }) => path === 'blob');
}
