// @ts-check

/**
 * Makes the children of an element what they should be and leaves alone what is that already, so that nothing that
 * somebody is about to press, or has the focus on, is taken from under their hands. A form that somebody fills in stays as
 * it is, and whatever has a `data-key` stays itself when something comes before it or goes.
 * @param {Element} parent
 * @param {Node[]} wanted
 */
export function show(parent, wanted) {
	const keys = new Set(wanted.map(keyOf));
	for (const there of [...parent.children]) if (isKeyed(there) && !keys.has(keyOf(there))) there.remove();
	const staying = new Set([...parent.children].filter(isKeyed).map(keyOf));
	for (const [index, node] of wanted.entries()) {
		let there = parent.childNodes[index];
		while (there !== undefined && !isKeyed(there) && staying.has(keyOf(node))) {
			there.remove();
			there = parent.childNodes[index];
		}
		if (there === undefined) parent.append(node);
		else if (isKeyed(there) && keyOf(there) !== keyOf(node)) there.before(node);
		else turnInto(there, node);
	}
	while (parent.childNodes.length > wanted.length) parent.lastChild?.remove();
}

/**
 * @param {ChildNode} there
 * @param {Node} wanted
 */
function turnInto(there, wanted) {
	if (there instanceof Text && wanted instanceof Text) {
		if (there.data !== wanted.data) there.data = wanted.data;
	} else if (there instanceof Element && wanted instanceof Element && isSame(there, wanted)) {
		if (there instanceof HTMLFormElement) return;
		for (const name of there.getAttributeNames()) if (!wanted.hasAttribute(name)) there.removeAttribute(name);
		for (const name of wanted.getAttributeNames()) {
			const value = wanted.getAttribute(name) ?? '';
			if (there.getAttribute(name) !== value) there.setAttribute(name, value);
		}
		show(there, [...wanted.childNodes]);
	} else {
		there.replaceWith(wanted);
	}
}

/**
 * @param {Element} one
 * @param {Element} other
 */
function isSame(one, other) {
	return one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
}

/** @param {Node} node */
function keyOf(node) {
	return node instanceof Element ? node.getAttribute('data-key') : null;
}

/** @param {Node} node */
function isKeyed(node) {
	return keyOf(node) !== null;
}
