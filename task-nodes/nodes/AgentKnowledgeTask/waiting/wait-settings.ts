import type { IExecuteFunctions } from 'n8n-workflow';
import { checkCallback } from '../../gateway/waits';
import { FieldReader } from '../fields/field-reader';
import { type Presentation, readPresentation } from './presentation';
import { resumeUrl } from './resume-url';
import { stopWaiting } from './wait-fields';

/** What the fields of the node say about the wait. The fields of the first item apply to all. */
export interface WaitSettings {
	presentation: Presentation;
	/** Seconds after which the execution continues. Null: no deadline. */
	deadlineSeconds: number | null;
}

/** @throws NodeOperationError that names the field. Call it before anything is started. */
export function readWaitSettings(context: IExecuteFunctions): WaitSettings {
	const deadlineSeconds = new FieldReader(context, 0, [stopWaiting]).optionalSeconds(stopWaiting) ?? null;
	return { presentation: readPresentation(context), deadlineSeconds };
}

/**
 * Reads the settings, and asks the gateway whether it may call back. If not, no execution would learn of the end of its
 * tasks. It starts nothing.
 */
export async function prepareWait(context: IExecuteFunctions): Promise<WaitSettings> {
	const settings = readWaitSettings(context);
	await checkCallback(context, resumeUrl(context));
	return settings;
}
