import type { PlanDecision } from '../../../workflows/knowledge-sync/activities';
import type { Step } from '../../../workflows/knowledge-sync/plan';

/**
 * The steps after a person has decided: what they keep stays as it is. What a person changed by hand otherwise becomes what
 * the set wants, and what another hand made is deleted.
 */
export function decidedSteps(steps: readonly Step[], { keep }: PlanDecision): Step[] {
	const kept = new Set(keep);
	return steps.map((step) => {
		if (kept.has(step.key)) return stays(step);
		if (!step.asks) return step;
		if (step.kind !== 'drifted') return { ...step, asks: false };
		return { ...step, kind: step.row === null ? 'delete' : 'update', asks: false };
	});
}

function stays(step: Step): Step {
	switch (step.kind) {
		case 'delete':
			return { ...step, kind: 'kept', asks: false, reason: 'person', replaced: [] };
		case 'drifted':
			return { ...step, asks: false, reason: 'person' };
		case 'update':
		case 'replace':
		case 'adopt':
		case 'create':
		case 'missing':
			return {
				...step,
				kind: step.id === null ? 'conflict' : 'drifted',
				asks: false,
				reason: 'person',
				changes: [],
				replaced: [],
			};
		case 'forget':
		case 'unchanged':
		case 'kept':
		case 'conflict':
			return step;
	}
}
