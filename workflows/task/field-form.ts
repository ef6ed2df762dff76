/** How forms show a field, for example of a task's input. It stands in the JSON Schema as `x-form`, and changes no validation. */
export interface FieldForm {
	/** The list of the gateway whose items the field names. */
	choicesFrom?: 'connections' | 'agents' | 'mailboxes' | 'email-conversations' | 'buckets' | 'destinations';
	/** Unit of a number. For `seconds`, forms offer minutes, hours and days too. */
	unit?: 'seconds' | 'minutes' | 'hours' | 'days' | 'agents' | 'characters';
	/** Help in place of the description, where a form shows the unit or a calendar itself. */
	help?: string;
	/** The words for each value of a choice. */
	options?: Readonly<Record<string, string>>;
	/** The text may have several lines. */
	isLong?: true;
	/** Most people keep the default, so forms show the field under "Options". */
	isRare?: true;
	/** The reference of an uploaded file (PUT /v1/blobs). `nameInto`: the field that gets the name of the file. */
	upload?: { nameInto?: string };
	/** The text is the address of a receiver, whose host events.webhookHosts must allow. */
	isReceiver?: true;
	/** The list says what of a lead is sent; null: everything. */
	isLeadSources?: true;
	/** The name of one item of a list. */
	item?: string;
}

/** The metadata of a field: its name for people, and how forms show it. */
export function inForm(title: string, form: FieldForm = {}): { title: string; 'x-form': FieldForm } {
	return { title, 'x-form': form };
}
