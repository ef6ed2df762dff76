import type { TaskArgs } from '../task/continue-as-new';
import type { ProgressState } from '../task/progress';
import { runTask } from '../task/run-task';
import { type CarriedAgents, newAgentsState, unpackState } from './agents/agents-state';
import type { AgentsSync } from './agents/agents-sync';
import { DestinationAgents } from './agents/destination-agents';
import { FlowAgents } from './agents/flow-agents';
import type { LeadSyncInput, LeadSyncResult } from './contract';
import { DestinationSync } from './destination-sync';
import { isFlow } from './flow-name';
import { FlowSync } from './flow-sync';
import { newSyncState, type SyncState } from './state';
import type { Sync } from './sync';
import { verdictOn } from './verdict';

type AnySync = Pick<Sync | AgentsSync, 'run' | 'stopSummary' | 'result'>;

/**
 * Syncs every lead of one agent, several or all to a destination, first the existing leads and then new ones, until it is cancelled.
 * The cursor moves only after the destination has accepted the leads.
 * @param carried state of the previous history of this sync, or of the previous sync that was cancelled or failed. That of
 * one agent may have only what a sync of several left.
 */
export async function leadSync(
	args: TaskArgs<LeadSyncInput>,
	carried?: Partial<SyncState> | CarriedAgents,
): Promise<LeadSyncResult> {
	const { progress, sync } =
		carried !== undefined && 'parts' in carried ? ofSeveral(args, carried) : begun(args, carried);
	return runTask<LeadSyncResult>(
		args,
		progress,
		() => sync.run(),
		verdictOn,
		() => sync.stopSummary(),
		() => sync.result(),
	);
}

interface Begun {
	progress: ProgressState;
	sync: AnySync;
}

function begun(args: TaskArgs<LeadSyncInput>, carried: Partial<SyncState> | undefined): Begun {
	if (args.input.agentId === undefined) return ofSeveral(args, undefined);
	const state: SyncState = { ...newSyncState(), ...carried };
	const sync = isFlow(args.input.destination) ? new FlowSync(args, state) : new DestinationSync(args, state);
	return { progress: state.progress, sync };
}

function ofSeveral(args: TaskArgs<LeadSyncInput>, carried: CarriedAgents | undefined): Begun {
	const state = carried === undefined ? newAgentsState() : unpackState(carried);
	const sync = isFlow(args.input.destination) ? new FlowAgents(args, state) : new DestinationAgents(args, state);
	return { progress: state.progress, sync };
}
