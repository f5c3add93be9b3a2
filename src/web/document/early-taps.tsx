import { memo, useEffect } from 'react';

/** On a button with these attributes, a tap puts `count` of each tire into the cart. Buttons have them until the page has read the cart. `value`: the ids of the tires. */
export const earlyAddAttributes = (count: number) => ({ 'data-add-early': count });

const hydrated = 'hydrated';

/** Runs while the document loads. Shows a tapped button at once as pressed, then stores its tires in the cart, which is read after
 * hydration. Finds each tire in the JSON of the element `answers`, as an object with an id and a price. Opens dialogs in browsers without
 * invoker commands. Hides all presses before hydration, and all taps on buttons with `earlyAddAttributes`, from React, which would otherwise
 * hydrate all elements below the finger at once. This is source text, because the build would transform a function. It is in the document, not in a bundle. */
const earlyTaps = import.meta.env.SSR
  ? `{let early=true;
addEventListener("${hydrated}",()=>{early=false});
const at=({target},name)=>target.closest?.("["+name+"]");
for(const type of ["pointerdown","pointerup","touchstart","touchend","mousedown","mouseup"])
addEventListener(type,event=>{(early||at(event,"data-add-early"))&&event.stopPropagation()},true);
addEventListener("click",event=>{
const add=at(event,"data-add-early"),open=at(event,"commandfor");
if(add||early&&open)event.stopPropagation();
if(add){
add.ariaPressed=true;
setTimeout(()=>{try{
const tires={},cart=JSON.parse(localStorage.cart||"{}");
JSON.parse(document.getElementById("answers").textContent,(_,it)=>it?.price?tires[it.id]=it:it);
for(const id of add.value.split(" "))cart[tires[id].id]={...tires[id],count:+add.dataset.addEarly};
localStorage.cart=JSON.stringify(cart);
dispatchEvent(new StorageEvent("storage",{key:"cart"}))
}catch(error){add.ariaPressed=null;console.warn(error)}})}
if(open&&!open.commandForElement){
const dialog=document.getElementById(open.getAttribute("commandfor"));
dialog.open||dialog.showModal()}
},true)}`.replaceAll('\n', '')
  : '';

export const EarlyTaps = memo(function EarlyTaps() {
  useEffect(() => void dispatchEvent(new Event(hydrated)), []);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: code of our own; in the browser this text is empty, and hydration keeps the script that has run
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyTaps }} />;
});
