import { useEffect, useRef, useState } from 'preact/hooks';
import { readRefusedLead } from '../api/client';
import { messageOf } from '../api/live';
import { GatewayError } from '../api/gateway-error';
import { may } from '../api/session';
import type { RefusedLead } from '../api/types';

type Lead = Pick<RefusedLead, 'leadId' | 'agentId'>;

/** Ids of leads can repeat among the agents of a sync. */
export function leadKey({ leadId, agentId = '' }: Lead): string {
	return `${leadId} ${agentId}`;
}

/** What the panel knows of its leads. Each lead is one read of the service, so it is read once. */
export interface LeadNames {
	/** By `leadKey`. Null: the service no longer has it. */
	names: ReadonlyMap<string, string | null>;
	/** Why the rest has no name. Empty: nothing is wrong. */
	trouble: string;
}

/** @param sync its id @param leads the shown ones, in their order */
export function useLeadNames(sync: string, leads: readonly Lead[]): LeadNames {
	const names = useRef(new Map<string, string | null>());
	const [shown, setShown] = useState<LeadNames>({ names: names.current, trouble: '' });
	useEffect(() => {
		if (!may('start')) return undefined;
		const stop = new AbortController();
		void readNames(sync, leads, names.current, stop.signal, (trouble) => {
			setShown({ names: new Map(names.current), trouble });
		});
		return () => stop.abort();
	}, [sync, leads.map(leadKey).join()]);
	return shown;
}

/** One after the other. The first that cannot be read ends it: the next one would meet the key's limit too. */
async function readNames(
	sync: string,
	leads: readonly Lead[],
	names: Map<string, string | null>,
	signal: AbortSignal,
	show: (trouble: string) => void,
): Promise<void> {
	for (const lead of leads.filter((each) => !names.has(leadKey(each)))) {
		const trouble = await readName(sync, lead, names);
		if (signal.aborted) return;
		show(trouble);
		if (trouble !== '') return;
	}
}

/** @returns what is wrong, for people. Empty: the name is known */
async function readName(sync: string, lead: Lead, names: Map<string, string | null>): Promise<string> {
	try {
		names.set(leadKey(lead), (await readRefusedLead(sync, lead.leadId, lead.agentId)).lead.name);
		return '';
	} catch (error) {
		const type = error instanceof GatewayError ? error.refusal.type : '';
		if (type === 'lead_not_found') names.set(leadKey(lead), null);
		// Somebody retried or dismissed it meanwhile, and the list is read again soon.
		return type === 'lead_not_found' || type === 'lead_not_refused' ? '' : messageOf(error);
	}
}
