import { memo, useEffect } from 'react';

/** Attributes of a button that puts a tire into the cart before scripts have loaded. Its `value` is the id of the tire. */
export const addsEarly = (count: number) => ({ 'data-add-early': count });

const hydrated = 'hydrated';

/**
 * Runs while the document loads. Shows the button of a tire as pressed at once, then stores the tire in the cart, which is read after
 * hydration. Opens dialogs in browsers without invoker commands. Hides these taps from React, and before hydration every press, because
 * React would first hydrate all elements below the finger. This is source text, because the build would transform a function.
 */
const earlyTaps = `{let early=true;
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
let tire;
JSON.parse(document.getElementById("answers").textContent,(_,it)=>it?.id===add.value&&it.price?tire=it:it);
localStorage.cart=JSON.stringify({...JSON.parse(localStorage.cart||"{}"),[tire.id]:{...tire,count:+add.dataset.addEarly}});
dispatchEvent(new StorageEvent("storage",{key:"cart"}))
}catch(error){add.ariaPressed=null;console.warn(error)}})}
if(open&&!open.commandForElement){
const dialog=document.getElementById(open.getAttribute("commandfor"));
dialog.open||dialog.showModal()}
},true)}`.replaceAll('\n', '');

export const EarlyTaps = memo(function EarlyTaps() {
  useEffect(() => void dispatchEvent(new Event(hydrated)), []);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: code of our own, which has run when the browser renders this
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyTaps : '' }} />;
});
