import { z } from 'zod';
import { idSchema } from '../../../api';

/** Agents by name in one task. */
const MOST_NAMED = 500;

/** Agents that a task is about; left out: all that the key can see. @param what for whoever fills it in */
export const agentIdsField = (what: string) =>
	z
		.array(idSchema)
		.min(1, 'is empty; name an agent, or leave the field out for all agents')
		.max(MOST_NAMED, `has more than ${MOST_NAMED} agents; leave the field out for all, or use several tasks`)
		.optional()
		.describe(`${what}; left out: all that the key can see when the task begins`);
