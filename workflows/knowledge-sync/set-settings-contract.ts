import { z } from 'zod';
import { type KnowledgeSyncInput, knowledgeSyncInputSchema } from './contract';

/** What a person chooses for one sync only, or what says which set it is. */
type OfOneSync =
	| 'version'
	| 'connection'
	| 'agentId'
	| 'set'
	| 'rows'
	| 'fromAgent'
	| 'planOnly'
	| 'planHash'
	| 'emptyOnPurpose'
	| 'reviewers'
	| 'remindAfterSeconds'
	| 'deadlineSeconds';

type SettingField = Exclude<keyof KnowledgeSyncInput, OfOneSync>;

const { blob, url, columns, include, exclude, mode, drift, existing, prove, timeoutSeconds } =
	knowledgeSyncInputSchema.shape;
const fields = { blob, url, columns, include, exclude, mode, drift, existing, prove, timeoutSeconds };

/** How a set is brought into step each time. A field of the input that is missing here does not compile. */
export const setSettingsSchema = z.object(fields satisfies Record<SettingField, z.ZodType>);
export type SetSettings = z.output<typeof setSettingsSchema>;
