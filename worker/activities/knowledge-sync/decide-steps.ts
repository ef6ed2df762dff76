import type { PlanDecision } from '../../../workflows/knowledge-sync/activities';
import type { Step } from '../../../workflows/knowledge-sync/plan';

/**
 * The steps after a person has decided: what they keep stays as it is, and what a person changed by hand otherwise becomes
 * what the set wants.
 */
export function decidedSteps(steps: readonly Step[], { keep }: PlanDecision): Step[] {
	const kept = new Set(keep);
	return steps.map((step) => {
		if (kept.has(step.key)) return stays(step);
		if (step.kind !== 'drifted' || !step.asks) return step;
		return { ...step, kind: step.row === null ? 'delete' : 'update', asks: false };
	});
}

function stays(step: Step): Step {
	switch (step.kind) {
		case 'delete':
			return { ...step, kind: 'kept', reason: 'person', replaced: [] };
		case 'drifted':
			return { ...step, asks: false, reason: 'person' };
		case 'update':
		case 'replace':
		case 'adopt':
		case 'create':
		case 'missing':
			return { ...step, kind: step.id === null ? 'conflict' : 'drifted', reason: 'person', changes: [], replaced: [] };
		case 'forget':
		case 'unchanged':
		case 'kept':
		case 'conflict':
			return step;
	}
}
