import { useEffect, useRef, useState } from 'preact/hooks';
import { readRefusedLead } from '../api/client';
import { messageOf } from '../api/live';
import { GatewayError } from '../api/gateway-error';
import { may } from '../api/session';

/** What the panel knows of its leads. Each lead is one read of the service, so it is read once. */
export interface LeadNames {
	/** By the id of the lead. Null: the service no longer has it. */
	names: ReadonlyMap<number, string | null>;
	/** Why the rest has no name. Empty: nothing is wrong. */
	trouble: string;
}

/** @param sync its id @param leads the shown ones, in their order */
export function useLeadNames(sync: string, leads: readonly number[]): LeadNames {
	const names = useRef(new Map<number, string | null>());
	const [shown, setShown] = useState<LeadNames>({ names: names.current, trouble: '' });
	useEffect(() => {
		if (!may('start')) return undefined;
		const stop = new AbortController();
		void readNames(sync, leads, names.current, stop.signal, (trouble) => {
			setShown({ names: new Map(names.current), trouble });
		});
		return () => stop.abort();
	}, [sync, leads.join()]);
	return shown;
}

/** One after the other. The first that cannot be read ends it: the next one would meet the key's limit too. */
async function readNames(
	sync: string,
	leads: readonly number[],
	names: Map<number, string | null>,
	signal: AbortSignal,
	show: (trouble: string) => void,
): Promise<void> {
	for (const lead of leads.filter((each) => !names.has(each))) {
		const trouble = await readName(sync, lead, names);
		if (signal.aborted) return;
		show(trouble);
		if (trouble !== '') return;
	}
}

/** @returns what is wrong, for people. Empty: the name is known */
async function readName(sync: string, lead: number, names: Map<number, string | null>): Promise<string> {
	try {
		names.set(lead, (await readRefusedLead(sync, lead)).lead.name);
		return '';
	} catch (error) {
		const type = error instanceof GatewayError ? error.refusal.type : '';
		if (type === 'lead_not_found') names.set(lead, null);
		// Somebody retried or dismissed it meanwhile, and the list is read again soon.
		return type === 'lead_not_found' || type === 'lead_not_refused' ? '' : messageOf(error);
	}
}
