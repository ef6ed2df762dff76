import type { TaskArgs } from '../../task/continue-as-new';
import { skippedWords } from '../../leads/filter';
import { enterStage, reportFrom, reportProgress } from '../../task/progress';
import type { LeadSyncInput } from '../contract';
import { boundList, missingOf } from '../refusals';
import { boundLists, skippedOf, syncedOf } from './agents-result';
import type { AgentPart, AgentsState } from './agents-state';
import { AgentsSync } from './agents-sync';
import { DestinationAgent } from './destination-agent';
import { answerAgentsQueries } from './queries';
import type { SharedDestination } from './shared-sync';
import { describeAgents } from './words';

/** A sync of several agents to a destination of the configuration, which the worker writes to. */
export class DestinationAgents extends AgentsSync implements SharedDestination {
	constructor(args: TaskArgs<LeadSyncInput>, state: AgentsState) {
		super(args, state);
		answerAgentsQueries(this);
		this.listen(() => undefined);
	}

	override wants(agentId: string): boolean {
		return this.input.agentIds?.includes(agentId) ?? true;
	}

	override stopSummary(): string {
		const { parts } = this.state;
		const missing = parts.reduce((sum, part) => sum + missingOf(part), 0);
		const problems = missing === 0 ? '' : ` The destination refused ${missing} leads, which it does not have.`;
		return `The sync stopped after ${syncedOf(parts)} leads of ${parts.length} agents${skippedWords(skippedOf(parts))}. They stay at the destination.${problems}`;
	}

	override report(message = this.isFull() ? this.fullWords() : undefined): void {
		const { destination } = this.input;
		const progress = describeAgents(this.state, { destination });
		reportProgress(this.state.progress, message === undefined ? progress : { ...progress, message });
	}

	protected override syncOf(part: AgentPart): DestinationAgent {
		return new DestinationAgent(this, part);
	}

	async entered(takes: boolean, isNews: boolean): Promise<void> {
		const { parts, progress } = this.state;
		if (takes) for (const part of parts) boundList(part, true);
		boundLists(parts);
		if (this.isFull()) return this.stopFull();
		enterStage(progress, parts.some(({ retrying }) => retrying.length > 0) ? 'retrying' : 'syncing');
		if (isNews || Date.now() >= reportFrom(progress)) this.report();
	}

	/** Pages that wait would add more refused leads. */
	private async stopFull(): Promise<void> {
		enterStage(this.state.progress, 'full');
		this.report();
		this.callAll();
		await this.notices.full(this.fullWords());
	}

	private fullWords(): string {
		return `The sync is blocked: the destination refused ${this.refused()} leads and took none since. Check the reasons, then retry or dismiss them.`;
	}
}
