/** What the name and the content of a source are made of; the sources of the contract fit it. */
type Named =
	| { type: 'url'; url: string }
	| { type: 'text'; title: string; content?: string | undefined; blob?: string | undefined }
	| { type: 'file'; filename: string; blob: string };

/** By what a source is known in the agent's list. Pure: the workflow and its activities use it alike. */
export function nameOf(source: Named): string {
	switch (source.type) {
		case 'url':
			return source.url;
		case 'text':
			return source.title;
		case 'file':
			return source.filename;
	}
}

/** Two sources with the same one cannot be told apart in the list. */
export function listKey(type: Named['type'], name: string): string {
	return `${type} ${type === 'url' ? normalized(name) : name}`;
}

/** The same page, however its address is written; a part of it behind # is no page of its own. */
function normalized(url: string): string {
	if (!URL.canParse(url)) return url;
	const page = new URL(url);
	page.hash = '';
	return page.href;
}

/** Two sources with the same one are the same. */
export function contentKey(source: Named): string {
	const key = listKey(source.type, nameOf(source));
	if (source.type === 'url') return key;
	if (source.type === 'text' && source.content !== undefined) return `${key} content ${source.content}`;
	return `${key} ${source.blob}`;
}
