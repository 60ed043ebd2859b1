"use strict";
/* The whole book is kept by the browser that has once been here, and read from there; a changed book has
   another NAME, is kept beside this one, and takes its place. Of other pages it takes no notice. */
const NAME = "NAME OF THE BOOK", FILES = ["FILES OF THE BOOK"];
const HOME = self.location.href.replace(/offline\.js[^/]*$/, ""), KEEPS = "pz8-book ";
const ours = new Set(FILES.map(file => HOME + file));
const plain = url => { const there = url.replace(/[?#].*$/, ""); return there.endsWith("/") ? there + "index.html" : there; };
self.addEventListener("install", event => event.waitUntil(
  caches.open(KEEPS + NAME).then(kept => FILES.reduce((before, file) => before.then(() => kept.add(HOME + file)), Promise.resolve())).then(() => self.skipWaiting())));
self.addEventListener("activate", event => event.waitUntil(
  caches.keys().then(names => Promise.all(names.filter(name => name.startsWith(KEEPS) && name !== KEEPS + NAME).map(name => caches.delete(name)))).then(() => self.clients.claim())));
self.addEventListener("fetch", event => {
  const there = plain(event.request.url);
  if (event.request.method === "GET" && ours.has(there)) event.respondWith(caches.open(KEEPS + NAME).then(kept => kept.match(there)).then(found => found || fetch(event.request)));
});
